-- When an account goes whose person asked for its deletion.
ALTER TABLE accounts ADD COLUMN delete_after INTEGER;
CREATE INDEX accounts_to_delete ON accounts (delete_after) WHERE delete_after IS NOT NULL;
