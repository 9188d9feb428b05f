CREATE TABLE `message_months` (
	`company_id` integer NOT NULL,
	`month` text NOT NULL,
	`messages` integer NOT NULL,
	PRIMARY KEY(`company_id`, `month`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `operator_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer,
	`company_name` text NOT NULL,
	`user_id` integer,
	`operator_name` text NOT NULL,
	`reason` text NOT NULL,
	`session_id` text NOT NULL,
	`ends_at` integer NOT NULL,
	`left_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `operator_entries_company` ON `operator_entries` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `operator_entries_user` ON `operator_entries` (`user_id`);--> statement-breakpoint
CREATE INDEX `operator_entries_session` ON `operator_entries` (`session_id`);--> statement-breakpoint
ALTER TABLE `companies` ADD `exceptions` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `companies` ADD `last_used_at` integer;--> statement-breakpoint
ALTER TABLE `companies` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `company_id` integer REFERENCES companies(id);--> statement-breakpoint
ALTER TABLE `sessions` ADD `parent_id` text;