DROP INDEX `campaigns_company`;--> statement-breakpoint
CREATE INDEX `campaigns_company` ON `campaigns` (`company_id`,sort_name,`id`);--> statement-breakpoint
DROP INDEX `contact_list_items_name`;--> statement-breakpoint
CREATE INDEX `contact_list_items_name` ON `contact_list_items` (`company_id`,`contact_list_id`,sort_name,`id`);--> statement-breakpoint
DROP INDEX `contact_lists_company`;--> statement-breakpoint
CREATE INDEX `contact_lists_company` ON `contact_lists` (`company_id`,sort_name,`id`);--> statement-breakpoint
DROP INDEX `contacts_company_name`;--> statement-breakpoint
CREATE INDEX `contacts_company_name` ON `contacts` (`company_id`,sort_name,`id`);--> statement-breakpoint
PRAGMA analysis_limit=400;
--> statement-breakpoint
ANALYZE;
