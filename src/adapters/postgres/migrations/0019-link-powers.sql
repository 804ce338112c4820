-- What a link does besides: the groups of an invitation, and whether a recovery takes the second factor away.
ALTER TABLE links ADD COLUMN group_names text COLLATE "C";
ALTER TABLE links ADD COLUMN drops_second_factor boolean NOT NULL DEFAULT false;
