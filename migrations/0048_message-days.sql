CREATE INDEX `messages_day` ON `messages` (`chat_id`,`created_at`);--> statement-breakpoint
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;
