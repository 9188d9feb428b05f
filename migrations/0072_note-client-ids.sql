DROP INDEX `ticket_notes_ticket`;--> statement-breakpoint
ALTER TABLE `ticket_notes` ADD `client_id` text;--> statement-breakpoint
CREATE UNIQUE INDEX `ticket_notes_once` ON `ticket_notes` (`ticket_id`,`user_id`,`client_id`);