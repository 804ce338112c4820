-- Where a browser signed in from, and when it first did. NULL for a session that an older release or node began.
ALTER TABLE sessions ADD COLUMN network TEXT;
ALTER TABLE sessions ADD COLUMN first_seen_at INTEGER;
