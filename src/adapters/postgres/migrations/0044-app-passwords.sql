-- The passwords that people make for one application behind a proxy, for programs that know only Basic. Those of an earlier epoch of the
-- account are dead.
CREATE TABLE app_passwords (
  id text COLLATE "C" PRIMARY KEY,
  digest bytea NOT NULL UNIQUE, -- SHA-256
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  account_epoch bigint NOT NULL,
  name text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint
);
CREATE INDEX app_passwords_account ON app_passwords (account_id);
CREATE INDEX app_passwords_client ON app_passwords (client_id);
