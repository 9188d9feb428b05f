-- Files that were still missing are fetched by jobs from now on.
INSERT INTO jobs (company_id, kind, key, payload, priority, due_at, delay_ms, state, created_at, updated_at)
SELECT company_id, 'late-file', connection_id || ':' || id, json_object('messageId', id, 'until', (unixepoch() + 1209600) * 1000), 20,
  unixepoch() * 1000, 0, 'waiting', unixepoch() * 1000, unixepoch() * 1000
FROM messages
WHERE media IS NOT NULL AND json_extract(media, '$.hash') IS NULL AND connection_id IS NOT NULL AND data_json IS NOT NULL
  AND created_at > (unixepoch() - 1209600) * 1000;
