CREATE TABLE `contact_list_items` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`contact_list_id` integer NOT NULL,
	`name` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`phone_key` text,
	`lid` text,
	`email` text DEFAULT '' NOT NULL,
	`is_whatsapp_valid` integer,
	`checked_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_list_items_person` ON `contact_list_items` (`contact_list_id`,`phone_key`) WHERE phone_key is not null;--> statement-breakpoint
CREATE INDEX `contact_list_items_name` ON `contact_list_items` (`company_id`,`contact_list_id`,name collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `contact_list_items_state` ON `contact_list_items` (`contact_list_id`,`is_whatsapp_valid`,`id`);--> statement-breakpoint
CREATE TABLE `contact_lists` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`source` text DEFAULT 'hand' NOT NULL,
	`source_name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_lists_company` ON `contact_lists` (`company_id`,`name`,`id`);