CREATE INDEX `messages_unread` ON `messages` (`ticket_id`) WHERE read = 0 and from_me = 0;--> statement-breakpoint
-- An index of which nothing is known is taken for the best of all.
PRAGMA analysis_limit=400;--> statement-breakpoint
ANALYZE;
