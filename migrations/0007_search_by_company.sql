-- The company is a word of each message: a search meets no message of another.
DROP TRIGGER messages_fts_insert;
--> statement-breakpoint
DROP TRIGGER messages_fts_delete;
--> statement-breakpoint
DROP TRIGGER messages_fts_update;
--> statement-breakpoint
DROP TABLE messages_fts;
--> statement-breakpoint
CREATE VIRTUAL TABLE messages_fts USING fts5(company_id, body, content='messages', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages BEGIN
  INSERT INTO messages_fts(rowid, company_id, body) VALUES (new.id, new.company_id, new.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, company_id, body) VALUES ('delete', old.id, old.company_id, old.body);
END;
--> statement-breakpoint
CREATE TRIGGER messages_fts_update AFTER UPDATE OF body ON messages BEGIN
  INSERT INTO messages_fts(messages_fts, rowid, company_id, body) VALUES ('delete', old.id, old.company_id, old.body);
  INSERT INTO messages_fts(rowid, company_id, body) VALUES (new.id, new.company_id, new.body);
END;
--> statement-breakpoint
INSERT INTO messages_fts(messages_fts) VALUES ('rebuild');
