DROP INDEX `charges_reference`;--> statement-breakpoint
ALTER TABLE `charges` ADD `account_id` integer REFERENCES payment_accounts(id);--> statement-breakpoint
CREATE UNIQUE INDEX `charges_reference` ON `charges` (`account_id`,`reference`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_payment_accounts` (
	`id` integer PRIMARY KEY NOT NULL,
	`reseller_id` integer,
	`provider` text NOT NULL,
	`hook` text,
	`is_active` integer DEFAULT false NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`reseller_id`) REFERENCES `resellers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_payment_accounts`("provider", "is_active", "settings", "created_at", "updated_at") SELECT "provider", "is_active", "settings", "created_at", "updated_at" FROM `payment_accounts`;--> statement-breakpoint
INSERT INTO `__new_payment_accounts`("reseller_id", "provider", "hook", "is_active", "settings", "created_at", "updated_at") SELECT "id", 'pix', lower(hex(randomblob(24))), json_extract("pix", '$.isActive'), json_extract("pix", '$.settings'), "updated_at", "updated_at" FROM `resellers` WHERE "pix" is not null;--> statement-breakpoint
DROP TABLE `payment_accounts`;--> statement-breakpoint
ALTER TABLE `__new_payment_accounts` RENAME TO `payment_accounts`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_hook_unique` ON `payment_accounts` (`hook`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_reseller` ON `payment_accounts` (`reseller_id`,`provider`);--> statement-breakpoint
CREATE UNIQUE INDEX `payment_accounts_house` ON `payment_accounts` (`provider`) WHERE reseller_id is null;--> statement-breakpoint
ALTER TABLE `resellers` DROP COLUMN `pix`;--> statement-breakpoint
UPDATE `charges` SET `account_id` = coalesce(
  (SELECT a.`id` FROM `payment_accounts` a JOIN `companies` c ON c.`reseller_id` = a.`reseller_id` WHERE c.`id` = `charges`.`company_id` AND a.`provider` = `charges`.`provider`),
  (SELECT a.`id` FROM `payment_accounts` a WHERE a.`reseller_id` IS NULL AND a.`provider` = `charges`.`provider`)
);