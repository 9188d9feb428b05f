DROP INDEX `messages_client`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_ticket_client` ON `messages` (`ticket_id`,`client_id`) WHERE client_id is not null;