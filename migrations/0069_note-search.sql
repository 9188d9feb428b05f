CREATE VIRTUAL TABLE ticket_notes_fts USING fts5(company_id, note, content='ticket_notes', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='2 3');
--> statement-breakpoint
CREATE TRIGGER ticket_notes_fts_insert AFTER INSERT ON ticket_notes BEGIN
  INSERT INTO ticket_notes_fts(rowid, company_id, note) VALUES (new.id, new.company_id, new.note);
END;
--> statement-breakpoint
CREATE TRIGGER ticket_notes_fts_delete AFTER DELETE ON ticket_notes BEGIN
  INSERT INTO ticket_notes_fts(ticket_notes_fts, rowid, company_id, note) VALUES ('delete', old.id, old.company_id, old.note);
END;
--> statement-breakpoint
CREATE TRIGGER ticket_notes_fts_update AFTER UPDATE OF company_id, note ON ticket_notes BEGIN
  INSERT INTO ticket_notes_fts(ticket_notes_fts, rowid, company_id, note) VALUES ('delete', old.id, old.company_id, old.note);
  INSERT INTO ticket_notes_fts(rowid, company_id, note) VALUES (new.id, new.company_id, new.note);
END;
--> statement-breakpoint
INSERT INTO ticket_notes_fts(ticket_notes_fts) VALUES ('rebuild');
