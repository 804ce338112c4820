-- What a link does besides: the groups of an invitation, and whether a recovery takes the second factor away.
ALTER TABLE links ADD COLUMN group_names TEXT;
ALTER TABLE links ADD COLUMN drops_second_factor INTEGER NOT NULL DEFAULT 0;
