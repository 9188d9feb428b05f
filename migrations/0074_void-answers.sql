ALTER TABLE `messages` ADD `answers_since` integer;--> statement-breakpoint
CREATE INDEX `messages_void_answers` ON `messages` (`ticket_id`,`id`) WHERE status = 'failed' and answers_since is not null;