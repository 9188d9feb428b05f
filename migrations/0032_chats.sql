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
CREATE INDEX `chats_owner` ON `chats` (`owner_id`);