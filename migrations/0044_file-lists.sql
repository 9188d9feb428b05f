ALTER TABLE `campaigns` ADD `file_list_id` integer REFERENCES file_lists(id);--> statement-breakpoint
CREATE INDEX `campaigns_files` ON `campaigns` (`file_list_id`);--> statement-breakpoint
ALTER TABLE `campaign_shipments` ADD `next_file` integer;--> statement-breakpoint
CREATE INDEX `campaign_shipments_files` ON `campaign_shipments` (`campaign_id`,`id`) WHERE next_file is not null;--> statement-breakpoint
ALTER TABLE `contact_lists` ADD `filled_to` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `contact_lists` ADD `is_filled` integer DEFAULT true NOT NULL;