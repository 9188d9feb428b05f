CREATE TABLE `ticket_activities` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`kind` text NOT NULL,
	`user_name` text,
	`about` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_activities_ticket` ON `ticket_activities` (`ticket_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_activities_company` ON `ticket_activities` (`company_id`);--> statement-breakpoint
CREATE TABLE `note_mentions` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`note_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`note_id`) REFERENCES `ticket_notes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `note_mentions_once` ON `note_mentions` (`note_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `note_mentions_user` ON `note_mentions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `note_mentions_company` ON `note_mentions` (`company_id`);