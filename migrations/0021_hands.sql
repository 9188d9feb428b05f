CREATE TABLE `ticket_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`ticket_id` integer,
	`user_id` integer,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_notes_company` ON `ticket_notes` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_contact` ON `ticket_notes` (`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_ticket` ON `ticket_notes` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_user` ON `ticket_notes` (`user_id`);--> statement-breakpoint
ALTER TABLE `tickets` ADD `transferred` integer DEFAULT false NOT NULL;