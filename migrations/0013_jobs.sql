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
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`kind`,`company_id`,`key`) WHERE key is not null and state <> 'failed';