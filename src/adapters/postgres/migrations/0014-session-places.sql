-- Where a browser signed in from, and when it first did. NULL for a session that an older release or node began.
ALTER TABLE sessions ADD COLUMN network text COLLATE "C";
ALTER TABLE sessions ADD COLUMN first_seen_at bigint;
