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
CREATE INDEX `schedules_connection` ON `schedules` (`whatsapp_id`) WHERE status = 'PENDENTE' and whatsapp_id is not null;