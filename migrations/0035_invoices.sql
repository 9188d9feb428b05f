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
CREATE INDEX `payment_events_invoice` ON `payment_events` (`invoice_id`);