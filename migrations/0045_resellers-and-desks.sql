CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`company_id` integer NOT NULL,
	`kind` text NOT NULL,
	`lane` text,
	`key` text,
	`payload` text NOT NULL,
	`priority` integer NOT NULL,
	`due_at` integer NOT NULL,
	`delay_ms` integer,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`lease_owner` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `jobs_ready` ON `jobs` (`state`,`kind`,`company_id`,`priority`,`due_at`);--> statement-breakpoint
CREATE INDEX `jobs_due` ON `jobs` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `jobs_lane` ON `jobs` (`company_id`,`lane`,`id`) WHERE lane is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_head_of_lane` ON `jobs` (`company_id`,`lane`) WHERE lane is not null and state in ('scheduled', 'waiting', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`kind`,`company_id`,`key`) WHERE key is not null and state <> 'failed';--> statement-breakpoint
CREATE TABLE `announcements` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`priority` integer NOT NULL,
	`status` integer NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `announcements_order` ON `announcements` (`reseller_id`,`priority`,id desc);--> statement-breakpoint
CREATE TABLE `brand_files` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`target` text NOT NULL,
	`hash` text NOT NULL,
	`mimetype` text NOT NULL,
	`file_name` text NOT NULL,
	`size` integer NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brand_files_reseller_target` ON `brand_files` (`reseller_id`,`target`);--> statement-breakpoint
CREATE UNIQUE INDEX `brand_files_house_target` ON `brand_files` (`target`) WHERE reseller_id is null;--> statement-breakpoint
CREATE TABLE `brands` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`name` text DEFAULT '' NOT NULL,
	`color` text DEFAULT '' NOT NULL,
	`color_dark` text DEFAULT '' NOT NULL,
	`login_text` text DEFAULT '' NOT NULL,
	`help_text` text DEFAULT '' NOT NULL,
	`help_link` text,
	`mail_footer` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brands_resellerId_unique` ON `brands` (`reseller_id`);--> statement-breakpoint
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
	`file_list_id` integer,
	`queue_id` integer,
	`filled_to` integer DEFAULT 0 NOT NULL,
	`is_filled` integer DEFAULT false NOT NULL,
	`last_sent_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`whatsapp_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_list_id`) REFERENCES `contact_lists`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`file_list_id`) REFERENCES `file_lists`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `campaigns_company` ON `campaigns` (`company_id`,`name`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_connection` ON `campaigns` (`whatsapp_id`,`status`);--> statement-breakpoint
CREATE INDEX `campaigns_list` ON `campaigns` (`contact_list_id`);--> statement-breakpoint
CREATE INDEX `campaigns_files` ON `campaigns` (`file_list_id`);--> statement-breakpoint
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
	`is_new` integer DEFAULT false NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`contact_id` integer,
	`ask_id` integer,
	`message_id` integer,
	`next_file` integer,
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
CREATE INDEX `campaign_shipments_known` ON `campaign_shipments` (`campaign_id`,`state`,`id`) WHERE is_new = 0;--> statement-breakpoint
CREATE INDEX `campaign_shipments_company` ON `campaign_shipments` (`company_id`,`phone_key`);--> statement-breakpoint
CREATE INDEX `campaign_shipments_files` ON `campaign_shipments` (`campaign_id`,`id`) WHERE next_file is not null;--> statement-breakpoint
CREATE INDEX `campaign_shipments_contact` ON `campaign_shipments` (`contact_id`,`id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shipments_message` ON `campaign_shipments` (`message_id`) WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX `campaign_shipments_ask` ON `campaign_shipments` (`ask_id`) WHERE ask_id is not null;--> statement-breakpoint
CREATE TABLE `chat_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat_id` integer NOT NULL,
	`sender_id` integer,
	`sender_name` text NOT NULL,
	`message` text NOT NULL,
	`quoted_id` integer,
	`client_id` text,
	`is_edited` integer DEFAULT false NOT NULL,
	`is_deleted` integer DEFAULT false NOT NULL,
	`media_type` text DEFAULT 'chat' NOT NULL,
	`media` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`chat_id`) REFERENCES `chats`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `chat_messages_chat` ON `chat_messages` (`chat_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `chat_messages_client` ON `chat_messages` (`sender_id`,`chat_id`,`client_id`);--> statement-breakpoint
CREATE INDEX `chat_messages_hash` ON `chat_messages` (case when json_valid(media) then media ->> '$.hash' end) WHERE media is not null;--> statement-breakpoint
CREATE TABLE `chat_users` (
	`id` integer PRIMARY KEY NOT NULL,
	`chat_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`unreads` integer DEFAULT 0 NOT NULL,
	`read_id` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`chat_id`) REFERENCES `chats`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chat_users_member` ON `chat_users` (`chat_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `chat_users_user` ON `chat_users` (`user_id`,`chat_id`);--> statement-breakpoint
CREATE TABLE `chats` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`uuid` text NOT NULL,
	`title` text NOT NULL,
	`owner_id` integer,
	`last_message` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `chats_uuid_unique` ON `chats` (`uuid`);--> statement-breakpoint
CREATE INDEX `chats_company` ON `chats` (`company_id`);--> statement-breakpoint
CREATE INDEX `chats_owner` ON `chats` (`owner_id`);--> statement-breakpoint
CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`reseller_id` integer,
	`email` text,
	`phone` text,
	`status` integer DEFAULT true NOT NULL,
	`due_date` text,
	`recurrence` text DEFAULT '' NOT NULL,
	`schedules` text DEFAULT '[]' NOT NULL,
	`time_zone` text DEFAULT 'America/Sao_Paulo' NOT NULL,
	`language` text DEFAULT 'pt' NOT NULL,
	`plan_id` integer,
	`exceptions` text DEFAULT '{}' NOT NULL,
	`last_used_at` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_reseller_name` ON `companies` (`reseller_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `companies_house_name` ON `companies` (`name`) WHERE reseller_id is null;--> statement-breakpoint
CREATE TABLE `connection_queues` (
	`connection_id` integer NOT NULL,
	`queue_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `queue_id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `connection_queues_queue` ON `connection_queues` (`queue_id`);--> statement-breakpoint
CREATE TABLE `connections` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'DISCONNECTED' NOT NULL,
	`reason` text,
	`qrcode` text DEFAULT '' NOT NULL,
	`pairing_code` text,
	`retries` integer DEFAULT 0 NOT NULL,
	`number` text,
	`linked_at` integer,
	`warms_up` integer DEFAULT false NOT NULL,
	`ignores_health` integer DEFAULT false NOT NULL,
	`is_default` integer DEFAULT false NOT NULL,
	`sandbox` integer DEFAULT false NOT NULL,
	`greeting_message` text DEFAULT '' NOT NULL,
	`farewell_message` text DEFAULT '' NOT NULL,
	`complation_message` text DEFAULT '' NOT NULL,
	`out_of_hours_message` text DEFAULT '' NOT NULL,
	`rating_message` text DEFAULT '' NOT NULL,
	`token` text,
	`transfer_queue_id` integer,
	`time_to_transfer` integer,
	`prompt_id` integer,
	`integration_id` integer,
	`max_use_bot_queues` integer DEFAULT 3 NOT NULL,
	`time_use_bot_queues` integer DEFAULT 0 NOT NULL,
	`expires_ticket` integer DEFAULT 0 NOT NULL,
	`expires_inactive_message` text DEFAULT '' NOT NULL,
	`last_traffic_at` integer,
	`lease_owner` text,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_company_name` ON `connections` (`company_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `connections_token` ON `connections` (`token`);--> statement-breakpoint
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
	`filled_to` integer DEFAULT 0 NOT NULL,
	`is_filled` integer DEFAULT true NOT NULL,
	`source_count` integer,
	`is_check_stopped` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_lists_company` ON `contact_lists` (`company_id`,`name`,`id`);--> statement-breakpoint
CREATE TABLE `contact_fields` (
	`id` integer PRIMARY KEY NOT NULL,
	`contact_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_fields_contact` ON `contact_fields` (`contact_id`);--> statement-breakpoint
CREATE TABLE `contact_merges` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`kept_id` integer NOT NULL,
	`absorbed` text NOT NULL,
	`moved` text NOT NULL,
	`undone_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`kept_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_merges_kept` ON `contact_merges` (`kept_id`);--> statement-breakpoint
CREATE INDEX `contact_merges_company` ON `contact_merges` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`named` integer DEFAULT false NOT NULL,
	`number` text,
	`phone_key` text,
	`lid` text,
	`email` text DEFAULT '' NOT NULL,
	`picture` text,
	`picture_at` integer,
	`is_group` integer DEFAULT false NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`disable_bot` integer DEFAULT false NOT NULL,
	`whatsapp_id` integer,
	`is_whatsapp_valid` integer,
	`checked_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_phone` ON `contacts` (`company_id`,`phone_key`) WHERE phone_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_lid` ON `contacts` (`company_id`,`lid`) WHERE lid is not null;--> statement-breakpoint
CREATE INDEX `contacts_company_name` ON `contacts` (`company_id`,name collate nocase,`id`);--> statement-breakpoint
CREATE INDEX `contacts_email` ON `contacts` (`company_id`,lower(email),`id`) WHERE email <> '';--> statement-breakpoint
CREATE INDEX `contacts_last_digits` ON `contacts` (`company_id`,number % 100000000,`id`) WHERE number is not null and is_group = 0;--> statement-breakpoint
CREATE INDEX `contacts_unchecked` ON `contacts` (`company_id`,`is_whatsapp_valid`,`id`) WHERE lid is null and number is not null and is_group = 0;--> statement-breakpoint
CREATE INDEX `contacts_picture` ON `contacts` (`picture`) WHERE picture is not null;--> statement-breakpoint
CREATE TABLE `phone_book` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`connection_id` integer NOT NULL,
	`person` text NOT NULL,
	`pn` text,
	`lid` text,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `phone_book_person` ON `phone_book` (`connection_id`,`person`);--> statement-breakpoint
CREATE INDEX `phone_book_company` ON `phone_book` (`company_id`,`id`);--> statement-breakpoint
CREATE TABLE `coupon_uses` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`coupon_id` integer,
	`code` text NOT NULL,
	`percent` integer,
	`cents` integer NOT NULL,
	`plan_id` integer,
	`left` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_uses_once` ON `coupon_uses` (`coupon_id`,`company_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_uses_active` ON `coupon_uses` (`company_id`) WHERE is_active;--> statement-breakpoint
CREATE INDEX `coupon_uses_company` ON `coupon_uses` (`company_id`);--> statement-breakpoint
CREATE INDEX `coupon_uses_plan` ON `coupon_uses` (`plan_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`code` text NOT NULL,
	`percent` integer,
	`value` real DEFAULT 0 NOT NULL,
	`invoices` integer,
	`valid_until` text,
	`plan_id` integer,
	`max_uses` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_reseller_code` ON `coupons` (`reseller_id`,`code`);--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_house_code` ON `coupons` (`code`) WHERE reseller_id is null;--> statement-breakpoint
CREATE INDEX `coupons_order` ON `coupons` (id desc);--> statement-breakpoint
CREATE INDEX `coupons_plan` ON `coupons` (`plan_id`);--> statement-breakpoint
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
CREATE TABLE `file_lists` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `file_lists_name` ON `file_lists` (`company_id`,`name`);--> statement-breakpoint
CREATE TABLE `file_options` (
	`id` integer PRIMARY KEY NOT NULL,
	`file_list_id` integer NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`size` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`file_list_id`) REFERENCES `file_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `file_options_list` ON `file_options` (`file_list_id`,`position`);--> statement-breakpoint
CREATE TABLE `helps` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`video` text NOT NULL,
	`link` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `helps_title` ON `helps` (`reseller_id`,`title`,`id`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`project_name` text DEFAULT '' NOT NULL,
	`settings` text NOT NULL,
	`last_at` integer,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`retry_at` integer,
	`spent_tokens` integer DEFAULT 0 NOT NULL,
	`spent_month` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `integrations_company_name` ON `integrations` (`company_id`,`name`);--> statement-breakpoint
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
CREATE INDEX `plugin_blocks_plugin` ON `plugin_blocks` (`plugin`);--> statement-breakpoint
CREATE TABLE `plugin_memories` (
	`id` integer PRIMARY KEY NOT NULL,
	`ticket_id` integer NOT NULL,
	`plugin` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plugin_memories_ticket` ON `plugin_memories` (`ticket_id`,`plugin`);--> statement-breakpoint
CREATE TABLE `token_days` (
	`company_id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`tokens` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `invoice_items` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`n` integer DEFAULT 1 NOT NULL,
	`cents` integer NOT NULL,
	`invoice_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invoice_items_pending` ON `invoice_items` (`company_id`,`id`) WHERE invoice_id is null;--> statement-breakpoint
CREATE INDEX `invoice_items_invoice` ON `invoice_items` (`invoice_id`);--> statement-breakpoint
CREATE INDEX `invoice_items_company` ON `invoice_items` (`company_id`);--> statement-breakpoint
CREATE TABLE `invoice_reminders` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`invoice_id` integer NOT NULL,
	`due_date` text NOT NULL,
	`step` integer NOT NULL,
	`state` text DEFAULT 'planned' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_reminders_step` ON `invoice_reminders` (`invoice_id`,`due_date`,`step`);--> statement-breakpoint
CREATE INDEX `invoice_reminders_company` ON `invoice_reminders` (`company_id`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`detail` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`cents` integer NOT NULL,
	`lines` text DEFAULT '[]' NOT NULL,
	`due_date` text NOT NULL,
	`months` integer NOT NULL,
	`day` integer NOT NULL,
	`payer` text,
	`paid_by` text,
	`paid_at` integer,
	`renewed_until` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_open` ON `invoices` (`company_id`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `invoices_company` ON `invoices` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_due` ON `invoices` (`status`,`due_date`);--> statement-breakpoint
CREATE INDEX `invoices_paid` ON `invoices` (`paid_at`);--> statement-breakpoint
CREATE TABLE `message_edits` (
	`id` integer PRIMARY KEY NOT NULL,
	`message_id` integer NOT NULL,
	`body` text NOT NULL,
	`written_at` integer NOT NULL,
	`replaced_at` integer NOT NULL,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_edits_message` ON `message_edits` (`message_id`,`id`);--> statement-breakpoint
CREATE TABLE `message_months` (
	`company_id` integer NOT NULL,
	`month` text NOT NULL,
	`messages` integer NOT NULL,
	PRIMARY KEY(`company_id`, `month`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`company_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`contact_id` integer,
	`connection_id` integer,
	`chat_id` integer NOT NULL,
	`wid` text NOT NULL,
	`remote_jid` text,
	`participant` text,
	`queue_id` integer,
	`user_id` integer,
	`body` text NOT NULL,
	`from_me` integer NOT NULL,
	`read` integer DEFAULT false NOT NULL,
	`media_type` text NOT NULL,
	`media` text,
	`status` text NOT NULL,
	`fail_reason` text,
	`client_id` text,
	`quoted_id` integer,
	`is_deleted` integer DEFAULT false NOT NULL,
	`is_edited` integer DEFAULT false NOT NULL,
	`is_forwarded` integer DEFAULT false NOT NULL,
	`reactions` text DEFAULT '[]' NOT NULL,
	`data_json` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_key` ON `messages` (`connection_id`,`wid`,`chat_id`,`from_me`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_uid` ON `messages` (`company_id`,`uid`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_ticket_client` ON `messages` (`ticket_id`,`client_id`) WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX `messages_ticket` ON `messages` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_unread` ON `messages` (`ticket_id`) WHERE read = 0 and from_me = 0;--> statement-breakpoint
CREATE INDEX `messages_chat` ON `messages` (`chat_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_day` ON `messages` (`chat_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `messages_author` ON `messages` (`contact_id`) WHERE contact_id is not null;--> statement-breakpoint
CREATE INDEX `messages_pictures` ON `messages` (`chat_id`,`id`) WHERE media_type in ('image', 'video');--> statement-breakpoint
CREATE INDEX `messages_files` ON `messages` (`chat_id`,`id`) WHERE media_type in ('application', 'audio');--> statement-breakpoint
CREATE INDEX `messages_links` ON `messages` (`chat_id`,`id`) WHERE instr(body, '://') > 0;--> statement-breakpoint
CREATE INDEX `messages_hash` ON `messages` (case when json_valid(media) then media ->> '$.hash' end) WHERE media is not null;--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`connection_id` integer NOT NULL,
	`chat_id` integer NOT NULL,
	`message_id` integer,
	`task` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`written_at` integer,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_chat` ON `outbox` (`connection_id`,`chat_id`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_message` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE TABLE `number_days` (
	`connection_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`day` text NOT NULL,
	`sent` integer DEFAULT 0 NOT NULL,
	`begun` integer DEFAULT 0 NOT NULL,
	`answered` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`locks` integer DEFAULT 0 NOT NULL,
	`invalid` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`opted_out` integer DEFAULT 0 NOT NULL,
	`disconnects` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`connection_id`, `day`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `number_days_day` ON `number_days` (`day`);--> statement-breakpoint
CREATE TABLE `number_openings` (
	`connection_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`company_id` integer NOT NULL,
	`day` text NOT NULL,
	`has_answered` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`connection_id`, `contact_id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `number_openings_contact` ON `number_openings` (`contact_id`);--> statement-breakpoint
CREATE INDEX `number_openings_day` ON `number_openings` (`day`);--> statement-breakpoint
CREATE TABLE `number_standings` (
	`connection_id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`locked_until` integer,
	`cap_status` text,
	`cap_ends_at` integer,
	`hold` text,
	`hold_until` integer,
	`hold_count` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `operator_entries` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer,
	`company_name` text NOT NULL,
	`user_id` integer,
	`operator_name` text NOT NULL,
	`reason` text NOT NULL,
	`session_id` text NOT NULL,
	`ends_at` integer NOT NULL,
	`left_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `operator_entries_company` ON `operator_entries` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `operator_entries_user` ON `operator_entries` (`user_id`);--> statement-breakpoint
CREATE INDEX `operator_entries_session` ON `operator_entries` (`session_id`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `opt_outs_lid` ON `opt_outs` (`company_id`,`lid`) WHERE lid is not null;--> statement-breakpoint
CREATE TABLE `password_resets` (
	`id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`sealed_token` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `password_resets_userId_unique` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_resets_expiry` ON `password_resets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `charges` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`invoice_id` integer NOT NULL,
	`provider` text NOT NULL,
	`reference` text NOT NULL,
	`cents` integer NOT NULL,
	`code` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_reference` ON `charges` (`provider`,`reference`);--> statement-breakpoint
CREATE INDEX `charges_invoice` ON `charges` (`invoice_id`,`id`);--> statement-breakpoint
CREATE INDEX `charges_company` ON `charges` (`company_id`);--> statement-breakpoint
CREATE TABLE `payment_accounts` (
	`provider` text PRIMARY KEY NOT NULL,
	`is_active` integer DEFAULT false NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer,
	`charge_id` integer,
	`invoice_id` integer,
	`provider` text NOT NULL,
	`source` text NOT NULL,
	`fate` text NOT NULL,
	`cents` integer,
	`raw` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_events_fate` ON `payment_events` (`fate`,`created_at`);--> statement-breakpoint
CREATE INDEX `payment_events_company` ON `payment_events` (`company_id`);--> statement-breakpoint
CREATE INDEX `payment_events_charge` ON `payment_events` (`charge_id`);--> statement-breakpoint
CREATE INDEX `payment_events_invoice` ON `payment_events` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`name` text NOT NULL,
	`users` integer NOT NULL,
	`connections` integer NOT NULL,
	`queues` integer NOT NULL,
	`value` real DEFAULT 0 NOT NULL,
	`use_campaigns` integer DEFAULT true NOT NULL,
	`use_schedules` integer DEFAULT true NOT NULL,
	`use_internal_chat` integer DEFAULT true NOT NULL,
	`use_external_api` integer DEFAULT true NOT NULL,
	`use_kanban` integer DEFAULT true NOT NULL,
	`use_open_ai` integer DEFAULT true NOT NULL,
	`use_integrations` integer DEFAULT true NOT NULL,
	`use_internal` integer DEFAULT true NOT NULL,
	`is_public` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_reseller_name` ON `plans` (`reseller_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `plans_house_name` ON `plans` (`name`) WHERE reseller_id is null;--> statement-breakpoint
CREATE TABLE `prompts` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`prompt` text NOT NULL,
	`faq` text DEFAULT '' NOT NULL,
	`api_key` text NOT NULL,
	`base_url` text,
	`model` text DEFAULT '' NOT NULL,
	`voice` text NOT NULL,
	`voice_key` text,
	`voice_region` text DEFAULT '' NOT NULL,
	`temperature` real NOT NULL,
	`max_tokens` integer NOT NULL,
	`max_messages` integer NOT NULL,
	`queue_id` integer,
	`last_at` integer,
	`last_error` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`retry_at` integer,
	`ticket_tokens` integer DEFAULT 100000 NOT NULL,
	`monthly_tokens` integer DEFAULT 0 NOT NULL,
	`spent_tokens` integer DEFAULT 0 NOT NULL,
	`spent_month` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `prompts_name` ON `prompts` (`company_id`,`name`);--> statement-breakpoint
CREATE TABLE `queue_options` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`queue_id` integer NOT NULL,
	`parent_id` integer,
	`title` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`option` integer NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `queue_options`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `queue_options_siblings` ON `queue_options` (`queue_id`,`parent_id`,`option`);--> statement-breakpoint
CREATE INDEX `queue_options_company` ON `queue_options` (`company_id`,`queue_id`,`parent_id`,`option`);--> statement-breakpoint
CREATE INDEX `queue_options_parent` ON `queue_options` (`parent_id`);--> statement-breakpoint
CREATE TABLE `queues` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`color` text NOT NULL,
	`greeting_message` text DEFAULT '' NOT NULL,
	`out_of_hours_message` text DEFAULT '' NOT NULL,
	`schedules` text DEFAULT '[]' NOT NULL,
	`order_queue` integer,
	`integration_id` integer,
	`prompt_id` integer,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queues_company_name` ON `queues` (`company_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `queues_company_color` ON `queues` (`company_id`,`color`);--> statement-breakpoint
CREATE TABLE `quick_messages` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`shortcode` text NOT NULL,
	`message` text NOT NULL,
	`geral` integer DEFAULT false NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `quick_messages_company` ON `quick_messages` (`company_id`,`shortcode`,`id`);--> statement-breakpoint
CREATE INDEX `quick_messages_user` ON `quick_messages` (`user_id`);--> statement-breakpoint
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
CREATE TABLE `schedules` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`user_id` integer,
	`contact_id` integer NOT NULL,
	`body` text NOT NULL,
	`send_at` integer NOT NULL,
	`sent_at` integer,
	`status` text DEFAULT 'PENDENTE' NOT NULL,
	`fail_reason` text,
	`whatsapp_id` integer,
	`ticket_id` integer,
	`message_id` integer,
	`sign_message` integer DEFAULT false NOT NULL,
	`open_ticket` integer DEFAULT true NOT NULL,
	`recurrence` text DEFAULT 'none' NOT NULL,
	`recurrence_until` text,
	`anchor` text NOT NULL,
	`media_path` text,
	`media_name` text,
	`media_type` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `schedules_company` ON `schedules` (`company_id`,id desc);--> statement-breakpoint
CREATE INDEX `schedules_user` ON `schedules` (`company_id`,`user_id`,id desc);--> statement-breakpoint
CREATE INDEX `schedules_author` ON `schedules` (`user_id`);--> statement-breakpoint
CREATE INDEX `schedules_contact` ON `schedules` (`contact_id`,id desc);--> statement-breakpoint
CREATE INDEX `schedules_time` ON `schedules` (`company_id`,`send_at`);--> statement-breakpoint
CREATE INDEX `schedules_own_time` ON `schedules` (`company_id`,`user_id`,`send_at`);--> statement-breakpoint
CREATE INDEX `schedules_repeated` ON `schedules` (`company_id`,`send_at`) WHERE status = 'PENDENTE' and recurrence <> 'none';--> statement-breakpoint
CREATE INDEX `schedules_connection` ON `schedules` (`whatsapp_id`) WHERE status = 'PENDENTE' and whatsapp_id is not null;--> statement-breakpoint
CREATE TABLE `sends` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`connection_id` integer NOT NULL,
	`key` text NOT NULL,
	`digest` text NOT NULL,
	`ticket_id` integer NOT NULL,
	`messages` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sends_key` ON `sends` (`connection_id`,`key`);--> statement-breakpoint
CREATE INDEX `sends_age` ON `sends` (`connection_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`token_version` integer NOT NULL,
	`refresh_hash` text NOT NULL,
	`previous_hash` text,
	`rotated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`company_id` integer,
	`parent_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `settings_company_key` ON `settings` (`company_id`,`key`);--> statement-breakpoint
CREATE TABLE `contact_tags` (
	`contact_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`contact_id`, `tag_id`),
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `contact_tags_tag` ON `contact_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`color` text DEFAULT '#A4CCCC' NOT NULL,
	`kanban` integer DEFAULT 0 NOT NULL,
	`position` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_company_name` ON `tags` (`company_id`,`name`);--> statement-breakpoint
CREATE TABLE `ticket_tags` (
	`ticket_id` integer NOT NULL,
	`tag_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`ticket_id`, `tag_id`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_tags_tag` ON `ticket_tags` (`tag_id`);--> statement-breakpoint
CREATE TABLE `ticket_activities` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`kind` text NOT NULL,
	`user_name` text,
	`about` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_activities_ticket` ON `ticket_activities` (`ticket_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_activities_company` ON `ticket_activities` (`company_id`);--> statement-breakpoint
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
CREATE TABLE `note_mentions` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`note_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`note_id`) REFERENCES `ticket_notes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `note_mentions_once` ON `note_mentions` (`note_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `note_mentions_user` ON `note_mentions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `note_mentions_company` ON `note_mentions` (`company_id`);--> statement-breakpoint
CREATE TABLE `ticket_notes` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`ticket_id` integer,
	`user_id` integer,
	`note` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `ticket_notes_company` ON `ticket_notes` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_contact` ON `ticket_notes` (`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_ticket` ON `ticket_notes` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `ticket_notes_user` ON `ticket_notes` (`user_id`);--> statement-breakpoint
CREATE TABLE `retired_tickets` (
	`one` integer PRIMARY KEY NOT NULL,
	`highest` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ticket_pins` (
	`user_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `ticket_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_pins_ticket` ON `ticket_pins` (`ticket_id`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY NOT NULL,
	`uuid` text NOT NULL,
	`company_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`whatsapp_id` integer,
	`user_id` integer,
	`queue_id` integer,
	`status` text NOT NULL,
	`unread_messages` integer DEFAULT 0 NOT NULL,
	`last_message` text DEFAULT '' NOT NULL,
	`from_me` integer DEFAULT false NOT NULL,
	`waiting_since` integer,
	`transferred` integer DEFAULT false NOT NULL,
	`snoozed_at` integer,
	`snoozed_until` integer,
	`returned_by` text,
	`is_group` integer DEFAULT false NOT NULL,
	`chatbot` integer DEFAULT false NOT NULL,
	`queue_option_id` integer,
	`use_integration` integer DEFAULT false NOT NULL,
	`integration_id` integer,
	`prompt_id` integer,
	`typebot_session_id` text,
	`typebot_status` integer DEFAULT false NOT NULL,
	`amount_used_bot_queues` integer DEFAULT 0 NOT NULL,
	`closed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contacts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`whatsapp_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_uuid` ON `tickets` (`uuid`);--> statement-breakpoint
CREATE UNIQUE INDEX `tickets_one_active` ON `tickets` (`company_id`,`contact_id`,`whatsapp_id`) WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX `tickets_company_status` ON `tickets` (`company_id`,`status`,`updated_at`,`id`,`queue_id`,`user_id`,`snoozed_at`);--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`company_id`,`status`,waiting_since is null,`waiting_since`,`id`,`queue_id`,`user_id`,`snoozed_at`);--> statement-breakpoint
CREATE INDEX `tickets_snoozed` ON `tickets` (`company_id`,snoozed_until is null,`snoozed_until`,`id`) WHERE snoozed_at is not null;--> statement-breakpoint
CREATE INDEX `tickets_company_updated` ON `tickets` (`company_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_created` ON `tickets` (`company_id`,`created_at`,`status`,`is_group`,`user_id`,`queue_id`,`whatsapp_id`,`contact_id`);--> statement-breakpoint
CREATE INDEX `tickets_user` ON `tickets` (`user_id`,`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_queue` ON `tickets` (`queue_id`);--> statement-breakpoint
CREATE INDEX `tickets_contact` ON `tickets` (`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_silent` ON `tickets` (`whatsapp_id`,`status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `ticket_trackings` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`queued_at` integer,
	`started_at` integer,
	`rating_at` integer,
	`finished_at` integer,
	`rating` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_trackings_one_unfinished` ON `ticket_trackings` (`ticket_id`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `ticket_trackings_ticket` ON `ticket_trackings` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_company_user` ON `ticket_trackings` (`company_id`,`user_id`,`created_at`,`queued_at`,`started_at`,`rating_at`,`finished_at`,`rating`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_company_created` ON `ticket_trackings` (`company_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_company_contact` ON `ticket_trackings` (`company_id`,`contact_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_user` ON `ticket_trackings` (`user_id`);--> statement-breakpoint
CREATE TABLE `user_queues` (
	`user_id` integer NOT NULL,
	`queue_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `queue_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`queue_id`) REFERENCES `queues`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_queues_queue` ON `user_queues` (`queue_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`profile` text DEFAULT 'user' NOT NULL,
	`super` integer DEFAULT false NOT NULL,
	`all_ticket` text DEFAULT 'desabled' NOT NULL,
	`online` integer DEFAULT false NOT NULL,
	`language` text,
	`preferences` text DEFAULT '{}' NOT NULL,
	`availability` text DEFAULT 'available' NOT NULL,
	`away_reason` text,
	`away_until` integer,
	`whatsapp_id` integer,
	`token_version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_company` ON `users` (`company_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `wa_creds` (
	`connection_id` integer PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_journal` (
	`connection_id` integer NOT NULL,
	`id` text NOT NULL,
	`envelope` text NOT NULL,
	`plain` blob NOT NULL,
	PRIMARY KEY(`connection_id`, `id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `wa_keys` (
	`connection_id` integer NOT NULL,
	`type` text NOT NULL,
	`id` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`connection_id`, `type`, `id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- An index of which nothing is known is taken for the best of all.
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;