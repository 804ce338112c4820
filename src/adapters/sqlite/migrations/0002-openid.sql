-- Columns called `details` and `metadata` hold JSON whose members are those of the type that is kept.

ALTER TABLE clients ADD COLUMN metadata TEXT;
ALTER TABLE clients ADD COLUMN previous_secret_digest BLOB;

-- Read at every sign-out, whatever the number of clients.
CREATE INDEX clients_told_of_logout ON clients (id)
  WHERE metadata ->> '$.backchannelLogoutUri' IS NOT NULL AND metadata ->> '$.isThirdParty' = 0;

-- Both NULL for a grant of the interface.
ALTER TABLE grants ADD COLUMN details TEXT;
ALTER TABLE grants ADD COLUMN family_id BLOB;

-- 1 when only refresh families are hit, and the tokens that came of them. `last_grant_id` is the highest id of both tables.
ALTER TABLE revocations ADD COLUMN spares_grants INTEGER NOT NULL DEFAULT 0;

-- Revocations hit families as they hit grants, so that no index on their owners is needed.
CREATE TABLE refresh_families (
  id BLOB PRIMARY KEY,
  client_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  account_epoch INTEGER NOT NULL,
  session_id BLOB,
  details TEXT NOT NULL,
  authenticated_at INTEGER NOT NULL,
  methods TEXT NOT NULL, -- separated by spaces
  nonce TEXT,
  generation INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  revoked_at INTEGER,
  -- The newest revocation when it was last found live: only later ones can hit it.
  after_revocation INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_families_by_expiry ON refresh_families (expires_at);

CREATE TABLE consents (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  scope TEXT NOT NULL, -- separated by spaces
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, client_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX consents_by_client ON consents (client_id);

CREATE TABLE used_once (
  key BLOB PRIMARY KEY,
  keep_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX used_once_by_expiry ON used_once (keep_until);
