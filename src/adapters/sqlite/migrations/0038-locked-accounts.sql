-- Since when an account is locked, because its person said "this was not me". Such an account is disabled too.
ALTER TABLE accounts ADD COLUMN locked_at INTEGER;
