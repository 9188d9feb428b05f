CREATE TABLE `retired_companies` (
	`one` integer PRIMARY KEY NOT NULL,
	`highest` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `retired_users` (
	`one` integer PRIMARY KEY NOT NULL,
	`highest` integer NOT NULL
);

--> statement-breakpoint
CREATE TRIGGER `companies_retire` AFTER DELETE ON `companies` BEGIN
	INSERT INTO `retired_companies` (`one`, `highest`) VALUES (1, old.id) ON CONFLICT (`one`) DO UPDATE SET `highest` = max(`highest`, excluded.`highest`);
END;
--> statement-breakpoint
CREATE TRIGGER `users_retire` AFTER DELETE ON `users` BEGIN
	INSERT INTO `retired_users` (`one`, `highest`) VALUES (1, old.id) ON CONFLICT (`one`) DO UPDATE SET `highest` = max(`highest`, excluded.`highest`);
END;
--> statement-breakpoint
-- Who is gone already and said something.
INSERT INTO `retired_users` (`one`, `highest`) SELECT 1, max(`user_id`) FROM `messages` HAVING max(`user_id`) IS NOT NULL;
