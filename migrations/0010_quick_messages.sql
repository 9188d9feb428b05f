CREATE TABLE `quick_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`shortcode` text NOT NULL,
	`message` text NOT NULL,
	`geral` integer DEFAULT false NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quick_messages_company` ON `quick_messages` (`company_id`,`shortcode`,`id`);--> statement-breakpoint
CREATE INDEX `quick_messages_user` ON `quick_messages` (`user_id`);