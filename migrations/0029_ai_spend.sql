ALTER TABLE `integrations` ADD `spent_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `integrations` ADD `spent_month` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `faq` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `base_url` text;--> statement-breakpoint
ALTER TABLE `prompts` ADD `model` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `ticket_tokens` integer DEFAULT 100000 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `monthly_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `spent_tokens` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `prompts` ADD `spent_month` text DEFAULT '' NOT NULL;