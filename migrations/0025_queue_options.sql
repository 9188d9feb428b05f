CREATE TABLE `queue_options` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`queue_id` integer NOT NULL,
	`parent_id` integer,
	`title` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`option` integer NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `queue_options`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queue_options_siblings` ON `queue_options` (`queue_id`,`parent_id`,`option`);--> statement-breakpoint
CREATE INDEX `queue_options_company` ON `queue_options` (`company_id`,`queue_id`,`parent_id`,`option`);--> statement-breakpoint
CREATE INDEX `queue_options_parent` ON `queue_options` (`parent_id`);--> statement-breakpoint
ALTER TABLE `queues` ADD `media_type` text;