-- The authenticator app of an account. last_step: codes of this time step and of earlier ones are spent.
CREATE TABLE totp (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  sealed_secret text COLLATE "C" NOT NULL,
  last_step bigint NOT NULL,
  created_at bigint NOT NULL
);

-- The recovery codes that are left. The row of a code is what makes it good.
CREATE TABLE recovery_codes (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  digest bytea NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, digest)
);

-- Browsers in which an account is not asked for its second factor.
CREATE TABLE trusted_browsers (
  id bytea PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  account_epoch bigint NOT NULL,
  trusted_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX trusted_browsers_by_account ON trusted_browsers (account_id);
CREATE INDEX trusted_browsers_by_expiry ON trusted_browsers (expires_at);
