-- 1 for a session that began with an operator's link. An older release starts none.
ALTER TABLE sessions ADD COLUMN is_vouched_for INTEGER NOT NULL DEFAULT 0;
