ALTER TABLE `tickets` ADD `waiting_since` integer;--> statement-breakpoint
CREATE INDEX `tickets_waiting` ON `tickets` (`company_id`,`status`,waiting_since is null,`waiting_since`,`id`,`queue_id`,`user_id`);--> statement-breakpoint
-- Whoever wrote last and has no answer yet waits at least since then.
UPDATE `tickets` SET `waiting_since` = `updated_at` WHERE `from_me` = 0 AND `status` <> 'closed' AND `last_message` <> '';--> statement-breakpoint
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;
