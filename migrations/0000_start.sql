CREATE TABLE `companies` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`status` integer DEFAULT true NOT NULL,
	`due_date` text,
	`recurrence` text DEFAULT '' NOT NULL,
	`schedules` text DEFAULT '[]' NOT NULL,
	`time_zone` text DEFAULT 'America/Sao_Paulo' NOT NULL,
	`language` text DEFAULT 'pt' NOT NULL,
	`plan_id` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `companies_name_unique` ON `companies` (`name`);--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_phone` ON `contacts` (`company_id`,`phone_key`) WHERE phone_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `contacts_lid` ON `contacts` (`company_id`,`lid`) WHERE lid is not null;--> statement-breakpoint
CREATE INDEX `contacts_company_name` ON `contacts` (`company_id`,name collate nocase,`id`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`project_name` text DEFAULT '' NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `integrations_company_name` ON `integrations` (`company_id`,`name`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `messages_key` ON `messages` (`connection_id`,`chat_id`,`wid`,`from_me`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_uid` ON `messages` (`company_id`,`uid`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`company_id`,`client_id`) WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX `messages_wid` ON `messages` (`connection_id`,`wid`);--> statement-breakpoint
CREATE INDEX `messages_ticket` ON `messages` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_chat` ON `messages` (`chat_id`,`id`);--> statement-breakpoint
CREATE INDEX `messages_author` ON `messages` (`contact_id`) WHERE contact_id is not null;--> statement-breakpoint
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
CREATE INDEX `outbox_connection` ON `outbox` (`connection_id`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_message` ON `outbox` (`message_id`);--> statement-breakpoint
CREATE TABLE `plans` (
	`id` integer PRIMARY KEY NOT NULL,
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
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plans_name_unique` ON `plans` (`name`);--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `queues_company_name` ON `queues` (`company_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `queues_company_color` ON `queues` (`company_id`,`color`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`token_version` integer NOT NULL,
	`refresh_hash` text NOT NULL,
	`previous_hash` text,
	`rotated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
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
CREATE TABLE `tags` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`name` text NOT NULL,
	`color` text DEFAULT '#A4CCCC' NOT NULL,
	`kanban` integer DEFAULT 0 NOT NULL,
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
CREATE INDEX `tickets_company_status` ON `tickets` (`company_id`,`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_company_updated` ON `tickets` (`company_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_user` ON `tickets` (`user_id`,`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_queue` ON `tickets` (`queue_id`,`status`,`updated_at`);--> statement-breakpoint
CREATE INDEX `tickets_contact` ON `tickets` (`contact_id`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_silent` ON `tickets` (`whatsapp_id`,`status`,`updated_at`);--> statement-breakpoint
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
