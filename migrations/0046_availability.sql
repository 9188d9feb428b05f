ALTER TABLE `users` ADD `availability` text DEFAULT 'available' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `away_reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `away_until` integer;