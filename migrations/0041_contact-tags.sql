CREATE TABLE `contact_tags` (
	`contact_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`contact_id`, `tag_id`),
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_tags_tag` ON `contact_tags` (`tag_id`);--> statement-breakpoint
ALTER TABLE `contacts` ADD `is_whatsapp_valid` integer;--> statement-breakpoint
ALTER TABLE `contacts` ADD `checked_at` integer;--> statement-breakpoint
CREATE INDEX `contacts_unchecked` ON `contacts` (`company_id`,`is_whatsapp_valid`,`id`) WHERE lid is null and number is not null and is_group = 0;