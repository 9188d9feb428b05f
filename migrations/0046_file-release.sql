CREATE INDEX `chat_messages_hash` ON `chat_messages` (media ->> '$.hash') WHERE media is not null;--> statement-breakpoint
CREATE INDEX `contacts_picture` ON `contacts` (`picture`) WHERE picture is not null;--> statement-breakpoint
CREATE INDEX `messages_hash` ON `messages` (media ->> '$.hash') WHERE media is not null;--> statement-breakpoint
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;