-- Lists of the people whose accounts are locked walk along it.
CREATE INDEX accounts_locked ON accounts (locked_at) WHERE locked_at IS NOT NULL;
