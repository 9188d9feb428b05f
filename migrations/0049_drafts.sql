CREATE TABLE `ticket_drafts` (
	`user_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`text` text NOT NULL,
	`note` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `ticket_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_drafts_ticket` ON `ticket_drafts` (`ticket_id`);