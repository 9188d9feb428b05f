CREATE TABLE `plugin_blocks` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`plugin` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plugin_blocks_company` ON `plugin_blocks` (`company_id`,`plugin`);