DROP INDEX `outbox_connection`;--> statement-breakpoint
CREATE INDEX `outbox_chat` ON `outbox` (`connection_id`,`chat_id`,`id`);