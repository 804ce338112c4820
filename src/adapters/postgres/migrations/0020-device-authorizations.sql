-- Devices that wait for their person (RFC 8628). A person's answer fills the columns from `decision` on.
CREATE TABLE device_authorizations (
  code_digest bytea PRIMARY KEY,
  user_code text COLLATE "C" NOT NULL UNIQUE,
  client_id text COLLATE "C" NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  details text NOT NULL,
  network text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  poll_interval integer NOT NULL,
  polled_at bigint,
  decision text,
  grant_id bytea,
  account_id text COLLATE "C" REFERENCES accounts (id) ON DELETE CASCADE,
  account_epoch integer,
  session_id bytea,
  authenticated_at bigint
);

CREATE INDEX device_authorizations_by_expiry ON device_authorizations (expires_at);
CREATE INDEX device_authorizations_by_client ON device_authorizations (client_id);
CREATE INDEX device_authorizations_by_account ON device_authorizations (account_id) WHERE account_id IS NOT NULL;
