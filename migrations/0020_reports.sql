CREATE INDEX `tickets_created` ON `tickets` (`company_id`,`created_at`,`status`,`is_group`,`user_id`,`queue_id`,`whatsapp_id`,`contact_id`);--> statement-breakpoint
-- An index of which nothing is known is taken for the best of all.
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;
