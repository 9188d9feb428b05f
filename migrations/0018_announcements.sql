CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`priority` integer NOT NULL,
	`status` integer NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `announcements_order` ON `announcements` (`priority`,id desc);