-- TRUE for a session that began with an operator's link. A node of an older release starts none.
ALTER TABLE sessions ADD COLUMN is_vouched_for boolean NOT NULL DEFAULT FALSE;
