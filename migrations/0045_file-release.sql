CREATE INDEX `chat_messages_hash` ON `chat_messages` (case when json_valid(media) then media ->> '$.hash' end) WHERE media is not null;--> statement-breakpoint
CREATE INDEX `contacts_picture` ON `contacts` (`picture`) WHERE picture is not null;--> statement-breakpoint
CREATE INDEX `messages_hash` ON `messages` (case when json_valid(media) then media ->> '$.hash' end) WHERE media is not null;--> statement-breakpoint
-- An index of which nothing is known is taken for the best of all.
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;