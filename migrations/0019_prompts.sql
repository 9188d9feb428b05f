CREATE TABLE `prompts` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`prompt` text NOT NULL,
	`api_key` text NOT NULL,
	`voice` text NOT NULL,
	`voice_key` text,
	`voice_region` text DEFAULT '' NOT NULL,
	`temperature` real NOT NULL,
	`max_tokens` integer NOT NULL,
	`max_messages` integer NOT NULL,
	`queue_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prompts_name` ON `prompts` (`company_id`,`name`);