ALTER TABLE `integrations` ADD `last_at` integer;--> statement-breakpoint
ALTER TABLE `integrations` ADD `last_error` text;