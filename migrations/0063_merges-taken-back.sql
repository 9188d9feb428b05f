delete from contact_merges where undone_at is not null;
