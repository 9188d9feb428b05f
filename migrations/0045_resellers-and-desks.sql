CREATE TABLE `resellers` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`domains` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`own_company_id` integer,
	`pix` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `resellers_name_unique` ON `resellers` (`name`);--> statement-breakpoint
DROP INDEX `brand_files_target_unique`;--> statement-breakpoint
ALTER TABLE `brand_files` ADD `reseller_id` integer REFERENCES resellers(id);--> statement-breakpoint
CREATE UNIQUE INDEX `brand_files_reseller_target` ON `brand_files` (`reseller_id`,`target`);--> statement-breakpoint
CREATE UNIQUE INDEX `brand_files_house_target` ON `brand_files` (`target`) WHERE reseller_id is null;--> statement-breakpoint
DROP INDEX `companies_name_unique`;--> statement-breakpoint
ALTER TABLE `companies` ADD `reseller_id` integer REFERENCES resellers(id);--> statement-breakpoint
CREATE UNIQUE INDEX `companies_reseller_name` ON `companies` (`reseller_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `companies_house_name` ON `companies` (`name`) WHERE reseller_id is null;--> statement-breakpoint
DROP INDEX `coupons_code`;--> statement-breakpoint
ALTER TABLE `coupons` ADD `reseller_id` integer REFERENCES resellers(id);--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_reseller_code` ON `coupons` (`reseller_id`,`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_house_code` ON `coupons` (`code`) WHERE reseller_id is null;--> statement-breakpoint
DROP INDEX `plans_name_unique`;--> statement-breakpoint
ALTER TABLE `plans` ADD `reseller_id` integer REFERENCES resellers(id);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_reseller_name` ON `plans` (`reseller_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_house_name` ON `plans` (`name`) WHERE reseller_id is null;--> statement-breakpoint
DROP INDEX `announcements_order`;--> statement-breakpoint
ALTER TABLE `announcements` ADD `reseller_id` integer REFERENCES resellers(id);--> statement-breakpoint
CREATE INDEX `announcements_order` ON `announcements` (`reseller_id`,`priority`,id desc);--> statement-breakpoint
DROP INDEX `helps_title`;--> statement-breakpoint
ALTER TABLE `helps` ADD `reseller_id` integer REFERENCES resellers(id);--> statement-breakpoint
CREATE INDEX `helps_title` ON `helps` (`reseller_id`,`title`,`id`);--> statement-breakpoint
ALTER TABLE `brands` ADD `reseller_id` integer REFERENCES resellers(id);--> statement-breakpoint
CREATE UNIQUE INDEX `brands_resellerId_unique` ON `brands` (`reseller_id`);--> statement-breakpoint
ALTER TABLE `contact_lists` ADD `source_count` integer;--> statement-breakpoint
ALTER TABLE `contact_lists` ADD `is_check_stopped` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `preferences` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `availability` text DEFAULT 'available' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `away_reason` text;--> statement-breakpoint
ALTER TABLE `users` ADD `away_until` integer;--> statement-breakpoint
CREATE INDEX `chat_messages_hash` ON `chat_messages` (case when json_valid(media) then media ->> '$.hash' end) WHERE media is not null;--> statement-breakpoint
CREATE INDEX `contacts_picture` ON `contacts` (`picture`) WHERE picture is not null;--> statement-breakpoint
CREATE INDEX `messages_day` ON `messages` (`chat_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `messages_hash` ON `messages` (case when json_valid(media) then media ->> '$.hash' end) WHERE media is not null;--> statement-breakpoint
-- An index of which nothing is known is taken for the best of all.
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;