CREATE TABLE `brand_files` (
	`id` integer PRIMARY KEY NOT NULL,
	`target` text NOT NULL,
	`hash` text NOT NULL,
	`mimetype` text NOT NULL,
	`file_name` text NOT NULL,
	`size` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brand_files_target_unique` ON `brand_files` (`target`);--> statement-breakpoint
CREATE TABLE `brands` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`color` text DEFAULT '' NOT NULL,
	`color_dark` text DEFAULT '' NOT NULL,
	`login_text` text DEFAULT '' NOT NULL,
	`help_text` text DEFAULT '' NOT NULL,
	`help_link` text,
	`mail_footer` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
