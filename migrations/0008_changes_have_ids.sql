-- Edits, deletes and reactions that wait to be told get the id by which their acceptance is known.
UPDATE outbox SET task = json_set(task, '$.wid', '3EB0' || hex(randomblob(9)))
WHERE json_extract(task, '$.do') IN ('edit', 'delete', 'react') AND json_extract(task, '$.wid') IS NULL;
