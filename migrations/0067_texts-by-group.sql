CREATE TABLE `messages_to_index` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX `messages_ticket_client`;--> statement-breakpoint
DROP INDEX `messages_day`;--> statement-breakpoint
DROP INDEX `messages_chat`;--> statement-breakpoint
CREATE UNIQUE INDEX `messages_client` ON `messages` (`client_id`,`ticket_id`) WHERE client_id is not null;--> statement-breakpoint
CREATE INDEX `messages_chat` ON `messages` (`chat_id`,`id`,`created_at`);--> statement-breakpoint
-- FTS5 writes a segment at each savepoint, and each write of a group has one: the index gets the texts of a group at its end.
DROP TRIGGER messages_fts_insert;
--> statement-breakpoint
DROP TRIGGER messages_fts_delete;
--> statement-breakpoint
DROP TRIGGER messages_fts_update;
--> statement-breakpoint
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages BEGIN
  INSERT INTO messages_to_index (id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, company_id, body)
    SELECT 'delete', old.id, old.company_id, old.body WHERE NOT EXISTS (SELECT 1 FROM messages_to_index WHERE id = old.id);
  DELETE FROM messages_to_index WHERE id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_update AFTER UPDATE OF body ON messages WHEN NOT EXISTS (SELECT 1 FROM messages_to_index WHERE id = old.id) BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, company_id, body) VALUES ('delete', old.id, old.company_id, old.body);
  INSERT INTO messages_fts(rowid, company_id, body) VALUES (new.id, new.company_id, new.body);
END;
--> statement-breakpoint
PRAGMA analysis_limit=400;
--> statement-breakpoint
ANALYZE;
