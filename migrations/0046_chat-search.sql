CREATE VIRTUAL TABLE chat_messages_fts USING fts5(chat_id, message, content='chat_messages', content_rowid='id', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
CREATE TRIGGER chat_messages_fts_insert AFTER INSERT ON chat_messages BEGIN
  INSERT INTO chat_messages_fts(rowid, chat_id, message) VALUES (new.id, new.chat_id, new.message);
END;
--> statement-breakpoint
CREATE TRIGGER chat_messages_fts_delete AFTER DELETE ON chat_messages BEGIN
  INSERT INTO chat_messages_fts(chat_messages_fts, rowid, chat_id, message) VALUES ('delete', old.id, old.chat_id, old.message);
END;
--> statement-breakpoint
CREATE TRIGGER chat_messages_fts_update AFTER UPDATE OF message ON chat_messages BEGIN
  INSERT INTO chat_messages_fts(chat_messages_fts, rowid, chat_id, message) VALUES ('delete', old.id, old.chat_id, old.message);
  INSERT INTO chat_messages_fts(rowid, chat_id, message) VALUES (new.id, new.chat_id, new.message);
END;
--> statement-breakpoint
INSERT INTO chat_messages_fts(chat_messages_fts) VALUES ('rebuild');
