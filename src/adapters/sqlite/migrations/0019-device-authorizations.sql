-- Devices that wait for their person (RFC 8628). A person's answer fills the columns from `decision` on.
CREATE TABLE device_authorizations (
  code_digest BLOB PRIMARY KEY,
  user_code TEXT NOT NULL UNIQUE,
  client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  details TEXT NOT NULL,
  network TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  poll_interval INTEGER NOT NULL,
  polled_at INTEGER,
  decision TEXT,
  grant_id BLOB,
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  account_epoch INTEGER,
  session_id BLOB,
  authenticated_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX device_authorizations_by_expiry ON device_authorizations (expires_at);
CREATE INDEX device_authorizations_by_client ON device_authorizations (client_id);
CREATE INDEX device_authorizations_by_account ON device_authorizations (account_id) WHERE account_id IS NOT NULL;
