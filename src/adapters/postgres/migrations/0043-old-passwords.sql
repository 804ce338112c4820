-- True while only the product that a person came from knows their password. People who were imported without one by an earlier release,
-- and have never signed in since, have set none here.
ALTER TABLE accounts ADD COLUMN has_old_password boolean NOT NULL DEFAULT FALSE;
UPDATE accounts SET has_old_password = TRUE WHERE is_imported AND password_hash IS NULL AND last_sign_in_at = 0;
CREATE INDEX accounts_with_old_password ON accounts (id) WHERE has_old_password;
