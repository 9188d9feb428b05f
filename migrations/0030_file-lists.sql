CREATE TABLE `file_lists` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `file_lists_name` ON `file_lists` (`company_id`,`name`);--> statement-breakpoint
CREATE TABLE `file_options` (
	`id` integer PRIMARY KEY NOT NULL,
	`file_list_id` integer NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`size` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`file_list_id`) REFERENCES `file_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `file_options_list` ON `file_options` (`file_list_id`,`position`);