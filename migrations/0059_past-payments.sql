CREATE TABLE `past_payments` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`customer` text NOT NULL,
	`cents` integer NOT NULL,
	`paid_at` integer NOT NULL,
	`renewed_until` text NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `past_payments_reseller` ON `past_payments` (`reseller_id`,`paid_at`);