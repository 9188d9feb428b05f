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
ALTER TABLE `campaign_shipments` ADD `is_new` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `campaign_shipments_known` ON `campaign_shipments` (`campaign_id`,`state`,`id`) WHERE is_new = 0;--> statement-breakpoint
ALTER TABLE `connections` ADD `linked_at` integer;--> statement-breakpoint
ALTER TABLE `connections` ADD `warms_up` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `connections` ADD `ignores_health` integer DEFAULT false NOT NULL;