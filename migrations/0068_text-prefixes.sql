-- Beginnings of two and three letters have lists of their own: without them each search for one gathered all words of all companies that
-- begin so, before the company narrowed it.
DROP TABLE messages_fts;
--> statement-breakpoint
CREATE VIRTUAL TABLE messages_fts USING fts5(company_id, body, content='messages', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3');
--> statement-breakpoint
-- In parts of 32 MB and then one, which takes half the time of parts of one, and is searched faster.
INSERT INTO messages_fts (messages_fts, rank) VALUES ('hashsize', 33554432);
--> statement-breakpoint
INSERT INTO messages_fts (messages_fts) VALUES ('rebuild');
--> statement-breakpoint
INSERT INTO messages_fts (messages_fts) VALUES ('optimize');
--> statement-breakpoint
INSERT INTO messages_fts (messages_fts, rank) VALUES ('hashsize', 1048576);
--> statement-breakpoint
DELETE FROM messages_to_index;
--> statement-breakpoint
DROP TABLE chat_messages_fts;
--> statement-breakpoint
CREATE VIRTUAL TABLE chat_messages_fts USING fts5(chat_id, message, content='chat_messages', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3');
--> statement-breakpoint
INSERT INTO chat_messages_fts (chat_messages_fts) VALUES ('rebuild');
