CREATE TABLE `sends` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`connection_id` integer NOT NULL,
	`key` text NOT NULL,
	`digest` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`messages` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sends_key` ON `sends` (`connection_id`,`key`);--> statement-breakpoint
CREATE INDEX `sends_age` ON `sends` (`connection_id`,`created_at`);