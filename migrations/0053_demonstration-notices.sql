CREATE TABLE `demonstration_notices` (
	`company_id` integer NOT NULL,
	`due_date` text NOT NULL,
	`kind` text NOT NULL,
	`deletes_on` text NOT NULL,
	PRIMARY KEY(`company_id`, `due_date`, `kind`),
	FOREIGN KEY (`company_id`) REFERENCES `companies`(`id`) ON UPDATE no action ON DELETE cascade
);
