CREATE TABLE `token_days` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`tokens` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `integrations` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integrations` ADD `retry_at` integer;--> statement-breakpoint
ALTER TABLE `prompts` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `retry_at` integer;