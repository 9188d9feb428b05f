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
CREATE INDEX `invoice_reminders_company` ON `invoice_reminders` (`company_id`);