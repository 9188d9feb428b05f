CREATE TABLE `ticket_pins` (
	`user_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `ticket_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `ticket_pins_ticket` ON `ticket_pins` (`ticket_id`);--> statement-breakpoint
DROP INDEX `tickets_company_status`;--> statement-breakpoint
DROP INDEX `tickets_waiting`;--> statement-breakpoint
ALTER TABLE `tickets` ADD `snoozed_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `snoozed_until` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `returned_by` text;--> statement-breakpoint
CREATE INDEX `tickets_snoozed` ON `tickets` (`company_id`,snoozed_until is null,`snoozed_until`,`id`) WHERE snoozed_at is not null;--> statement-breakpoint
CREATE INDEX `tickets_company_status` ON `tickets` (`company_id`,`status`,`updated_at`,`id`,`queue_id`,`user_id`,`snoozed_at`);--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`company_id`,`status`,waiting_since is null,`waiting_since`,`id`,`queue_id`,`user_id`,`snoozed_at`);--> statement-breakpoint
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;
