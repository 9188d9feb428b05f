ALTER TABLE `contact_lists` ADD `source_count` integer;--> statement-breakpoint
ALTER TABLE `contact_lists` ADD `is_check_stopped` integer DEFAULT false NOT NULL;