-- 1 for a session that an operator's link began. An older release begins none.
ALTER TABLE sessions ADD COLUMN is_vouched_for INTEGER NOT NULL DEFAULT 0;
