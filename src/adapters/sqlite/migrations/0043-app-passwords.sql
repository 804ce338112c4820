-- The passwords that people make for one application behind a proxy, for programs that know only Basic. Those of an earlier epoch of the
-- account are dead.
CREATE TABLE app_passwords (
  id TEXT PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE, -- SHA-256
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  account_epoch INTEGER NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX app_passwords_account ON app_passwords (account_id);
CREATE INDEX app_passwords_client ON app_passwords (client_id);
