CREATE TABLE `ticket_bots` (
	`ticket_id` integer PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`reason` text NOT NULL,
	`menu_at` integer,
	`wrong_told` integer DEFAULT false NOT NULL,
	`closed_period` text,
	`paused_until` integer,
	`turns` integer DEFAULT 0 NOT NULL,
	`turns_since` integer,
	`rating_unclear` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `prompts` ADD `last_at` integer;--> statement-breakpoint
ALTER TABLE `prompts` ADD `last_error` text;