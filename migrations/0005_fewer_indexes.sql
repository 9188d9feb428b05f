DROP INDEX `messages_wid`;--> statement-breakpoint
DROP INDEX `messages_key`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_key` ON `messages` (`connection_id`,`wid`,`chat_id`,`from_me`);--> statement-breakpoint
DROP INDEX `tickets_company_status`;--> statement-breakpoint
DROP INDEX `tickets_queue`;--> statement-breakpoint
CREATE INDEX `tickets_company_status` ON `tickets` (`company_id`,`status`,`updated_at`,`id`,`queue_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `tickets_queue` ON `tickets` (`queue_id`);