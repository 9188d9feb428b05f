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
CREATE INDEX `contact_merges_company` ON `contact_merges` (`company_id`,`id`);--> statement-breakpoint
CREATE INDEX `contacts_email` ON `contacts` (`company_id`,lower(email),`id`) WHERE email <> '';--> statement-breakpoint
CREATE INDEX `contacts_last_digits` ON `contacts` (`company_id`,number % 100000000,`id`) WHERE number is not null and is_group = 0;--> statement-breakpoint
-- An index of which nothing is known is taken for the best of all.
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;
