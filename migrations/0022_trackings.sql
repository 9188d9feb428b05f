CREATE TABLE `ticket_trackings` (
	`id` integer PRIMARY KEY NOT NULL,
	`company_id` integer NOT NULL,
	`ticket_id` integer NOT NULL,
	`contact_id` integer NOT NULL,
	`user_id` integer,
	`created_at` integer NOT NULL,
	`queued_at` integer,
	`started_at` integer,
	`rating_at` integer,
	`finished_at` integer,
	`rating` integer,
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_trackings_one_unfinished` ON `ticket_trackings` (`ticket_id`) WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX `ticket_trackings_ticket` ON `ticket_trackings` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_company_user` ON `ticket_trackings` (`company_id`,`user_id`,`created_at`,`queued_at`,`started_at`,`rating_at`,`finished_at`,`rating`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_company_created` ON `ticket_trackings` (`company_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_company_contact` ON `ticket_trackings` (`company_id`,`contact_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `ticket_trackings_user` ON `ticket_trackings` (`user_id`);--> statement-breakpoint
CREATE INDEX `tickets_created` ON `tickets` (`company_id`,`created_at`,`status`,`is_group`,`user_id`,`queue_id`,`whatsapp_id`,`contact_id`);--> statement-breakpoint
-- Of what was there before, the last opening is known: when it began and ended, with whom, and when a person first answered in it.
INSERT INTO `ticket_trackings` (`company_id`, `ticket_id`, `contact_id`, `user_id`, `created_at`, `queued_at`, `started_at`, `finished_at`)
SELECT `company_id`, `id`, `contact_id`, iif(`status` = 'pending', null, `user_id`), `created_at`, `created_at`,
  iif(`status` = 'pending', null, (
    SELECT `m`.`created_at` FROM `messages` `m` WHERE `m`.`ticket_id` = `tickets`.`id` AND `m`.`user_id` IS NOT NULL AND `m`.`from_me` = 1
    ORDER BY `m`.`id` LIMIT 1)),
  iif(`status` = 'closed', coalesce(`closed_at`, `updated_at`), null)
FROM `tickets`;--> statement-breakpoint
-- An index of which nothing is known is taken for the best of all.
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;
