DROP INDEX `helps_title`;--> statement-breakpoint
CREATE INDEX `helps_title` ON `helps` (`reseller_id`,sort_name,`id`);--> statement-breakpoint
DROP INDEX `schedules_company`;--> statement-breakpoint
DROP INDEX `schedules_user`;--> statement-breakpoint
CREATE INDEX `schedules_company` ON `schedules` (`company_id`,case when status = 'PENDENTE' or status = 'AGENDADA' then send_at else 9000000000000000 - send_at end,`id`);--> statement-breakpoint
CREATE INDEX `schedules_user` ON `schedules` (`company_id`,`user_id`,case when status = 'PENDENTE' or status = 'AGENDADA' then send_at else 9000000000000000 - send_at end,`id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `resumed_at` integer;