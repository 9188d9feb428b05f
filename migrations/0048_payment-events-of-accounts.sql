ALTER TABLE `payment_events` ADD `account_id` integer REFERENCES payment_accounts(id);--> statement-breakpoint
CREATE INDEX `payment_events_account` ON `payment_events` (`account_id`);