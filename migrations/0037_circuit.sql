ALTER TABLE `integrations` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integrations` ADD `retry_at` integer;--> statement-breakpoint
ALTER TABLE `prompts` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `retry_at` integer;