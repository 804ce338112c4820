-- The authenticator app of an account. last_step: codes of this time step and of earlier ones are spent.
CREATE TABLE totp (
  account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  sealed_secret TEXT NOT NULL,
  last_step INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The recovery codes that are left. The row of a code is what makes it good.
CREATE TABLE recovery_codes (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  digest BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, digest)
) STRICT, WITHOUT ROWID;

-- Browsers in which an account is not asked for its second factor.
CREATE TABLE trusted_browsers (
  id BLOB PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  account_epoch INTEGER NOT NULL,
  trusted_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  user_agent TEXT NOT NULL
) STRICT;
CREATE INDEX trusted_browsers_by_account ON trusted_browsers (account_id);
CREATE INDEX trusted_browsers_by_expiry ON trusted_browsers (expires_at);
