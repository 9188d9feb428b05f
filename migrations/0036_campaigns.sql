CREATE TABLE `campaign_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_settings_key` ON `campaign_settings` (`company_id`,`key`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'INATIVA' NOT NULL,
	`message1` text DEFAULT '' NOT NULL,
	`message2` text DEFAULT '' NOT NULL,
	`message3` text DEFAULT '' NOT NULL,
	`message4` text DEFAULT '' NOT NULL,
	`message5` text DEFAULT '' NOT NULL,
	`confirmation_message1` text DEFAULT '' NOT NULL,
	`confirmation_message2` text DEFAULT '' NOT NULL,
	`confirmation_message3` text DEFAULT '' NOT NULL,
	`confirmation_message4` text DEFAULT '' NOT NULL,
	`confirmation_message5` text DEFAULT '' NOT NULL,
	`confirmation` integer DEFAULT false NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`scheduled_at` integer,
	`started_at` integer,
	`completed_at` integer,
	`paused_at` integer,
	`stopped_by` text DEFAULT '' NOT NULL,
	`stop_reason` text DEFAULT '' NOT NULL,
	`whatsapp_id` integer,
	`contact_list_id` integer,
	`queue_id` integer,
	`filled_to` integer DEFAULT 0 NOT NULL,
	`is_filled` integer DEFAULT false NOT NULL,
	`last_sent_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`whatsapp_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `campaigns_company` ON `campaigns` (`company_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_connection` ON `campaigns` (`whatsapp_id`,`status`);--> statement-breakpoint
CREATE INDEX `campaigns_list` ON `campaigns` (`contact_list_id`);--> statement-breakpoint
CREATE INDEX `campaigns_queue` ON `campaigns` (`queue_id`);--> statement-breakpoint
CREATE TABLE `campaign_paces` (
	`connection_id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`last_at` integer NOT NULL,
	`burst` integer NOT NULL,
	`roll` real NOT NULL,
	`refusals` integer DEFAULT 0 NOT NULL,
	`pending_id` integer,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `campaign_shipments` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`campaign_id` integer NOT NULL,
	`name` text NOT NULL,
	`number` text NOT NULL,
	`phone_key` text NOT NULL,
	`lid` text,
	`email` text DEFAULT '' NOT NULL,
	`is_checked` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`contact_id` integer,
	`ask_id` integer,
	`message_id` integer,
	`confirmation_requested_at` integer,
	`confirmed_at` integer,
	`sent_at` integer,
	`delivered_at` integer,
	`read_at` integer,
	`answered_at` integer,
	`opted_out_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_shipments_person` ON `campaign_shipments` (`campaign_id`,`phone_key`);--> statement-breakpoint
CREATE INDEX `campaign_shipments_state` ON `campaign_shipments` (`campaign_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `campaign_shipments_company` ON `campaign_shipments` (`company_id`,`phone_key`);--> statement-breakpoint
CREATE INDEX `campaign_shipments_contact` ON `campaign_shipments` (`contact_id`,`id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shipments_message` ON `campaign_shipments` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shipments_ask` ON `campaign_shipments` (`ask_id`) WHERE ask_id is not null;--> statement-breakpoint
CREATE TABLE `contact_list_items` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`contact_list_id` integer NOT NULL,
	`name` text NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`phone_key` text,
	`lid` text,
	`email` text DEFAULT '' NOT NULL,
	`is_whatsapp_valid` integer,
	`checked_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contact_list_items_person` ON `contact_list_items` (`contact_list_id`,`phone_key`) WHERE phone_key is not null;--> statement-breakpoint
CREATE INDEX `contact_list_items_name` ON `contact_list_items` (`company_id`,`contact_list_id`,name collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `contact_list_items_list` ON `contact_list_items` (`contact_list_id`,`id`);--> statement-breakpoint
CREATE INDEX `contact_list_items_state` ON `contact_list_items` (`contact_list_id`,`is_whatsapp_valid`,`id`);--> statement-breakpoint
CREATE TABLE `contact_lists` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`source` text DEFAULT 'hand' NOT NULL,
	`source_name` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_lists_company` ON `contact_lists` (`company_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `opt_outs` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`number` text DEFAULT '' NOT NULL,
	`phone_key` text,
	`lid` text,
	`word` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `opt_outs_company` ON `opt_outs` (`company_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `opt_outs_phone` ON `opt_outs` (`company_id`,`phone_key`) WHERE phone_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `opt_outs_lid` ON `opt_outs` (`company_id`,`lid`) WHERE lid is not null;