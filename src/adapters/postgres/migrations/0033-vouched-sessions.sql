-- TRUE for a session that an operator's link began. An older node begins none.
ALTER TABLE sessions ADD COLUMN is_vouched_for boolean NOT NULL DEFAULT FALSE;
