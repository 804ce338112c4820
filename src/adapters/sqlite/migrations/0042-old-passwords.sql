-- True while only the product that a person came from knows their password. People who were imported without one by an earlier release,
-- and have never signed in since, have set none here.
ALTER TABLE accounts ADD COLUMN has_old_password INTEGER NOT NULL DEFAULT 0;
UPDATE accounts SET has_old_password = 1 WHERE is_imported AND password_hash IS NULL AND last_sign_in_at = 0;
-- With the flag in it, SQLite need not read the row to see that the flag is set.
CREATE INDEX accounts_with_old_password ON accounts (id, has_old_password) WHERE has_old_password;
