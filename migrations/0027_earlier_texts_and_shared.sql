CREATE TABLE `message_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` integer NOT NULL,
	`body` text NOT NULL,
	`written_at` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_edits_message` ON `message_edits` (`message_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_pictures` ON `messages` (`chat_id`,`id`) WHERE media_type in ('image', 'video');--> statement-breakpoint
CREATE INDEX `messages_files` ON `messages` (`chat_id`,`id`) WHERE media_type in ('application', 'audio');--> statement-breakpoint
CREATE INDEX `messages_links` ON `messages` (`chat_id`,`id`) WHERE instr(body, '://') > 0;