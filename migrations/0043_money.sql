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
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code` ON `coupons` (`code`);--> statement-breakpoint
CREATE INDEX `coupons_order` ON `coupons` (id desc);--> statement-breakpoint
CREATE INDEX `coupons_plan` ON `coupons` (`plan_id`);--> statement-breakpoint
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
ALTER TABLE `invoices` ADD `lines` text DEFAULT '[]' NOT NULL;