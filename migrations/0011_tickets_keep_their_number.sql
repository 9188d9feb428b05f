CREATE TABLE `retired_tickets` (
	`one` integer PRIMARY KEY NOT NULL,
	`highest` integer NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `tickets_retire` AFTER DELETE ON `tickets` BEGIN
	INSERT INTO `retired_tickets` (`one`, `highest`) VALUES (1, old.id) ON CONFLICT (`one`) DO UPDATE SET `highest` = max(`highest`, excluded.`highest`);
END;
