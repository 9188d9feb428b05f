CREATE TABLE `event_deliveries` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`webhook_id` integer NOT NULL,
	`event_id` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`outcome` text,
	`ms` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`webhook_id`) REFERENCES `event_webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `event_deliveries_log` ON `event_deliveries` (`webhook_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_deliveries_open` ON `event_deliveries` (`webhook_id`,`state`,`id`) WHERE state <> 'delivered';--> statement-breakpoint
CREATE INDEX `event_deliveries_event` ON `event_deliveries` (`event_id`);--> statement-breakpoint
CREATE TABLE `event_webhooks` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`secret` text NOT NULL,
	`tickets` integer DEFAULT true NOT NULL,
	`messages` integer DEFAULT true NOT NULL,
	`contacts` integer DEFAULT true NOT NULL,
	`ratings` integer DEFAULT true NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`failing_since` integer,
	`retry_at` integer,
	`last_error` text,
	`gave_up` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_webhooks_name` ON `event_webhooks` (`company_id`,`name`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`contact_id` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `events_company` ON `events` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `events_contact` ON `events` (`contact_id`);--> statement-breakpoint
CREATE INDEX `events_created` ON `events` (`created_at`);--> statement-breakpoint
CREATE TABLE `plugin_blocks` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`plugin` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plugin_blocks_company` ON `plugin_blocks` (`company_id`,`plugin`);--> statement-breakpoint
CREATE INDEX `plugin_blocks_plugin` ON `plugin_blocks` (`plugin`);