-- Instants are whole milliseconds since 1970; digests and binary ids are bytea. Columns called `details` and `metadata` hold JSON
-- whose members are those of the type that is kept. Ids compare byte by byte, whatever the database's collation.

CREATE TABLE clients (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  redirect_uris text NOT NULL, -- a JSON array of strings
  profile text NOT NULL,
  is_public boolean NOT NULL,
  metadata text,
  secret_digest bytea,
  previous_secret_digest bytea,
  secret_exposed_at bigint,
  is_disabled boolean NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
-- Read at every sign-out, whatever the number of clients.
CREATE INDEX clients_told_of_logout ON clients (id)
  WHERE metadata::jsonb ->> 'backchannelLogoutUri' IS NOT NULL AND metadata::jsonb ->> 'isThirdParty' = 'false';


CREATE TABLE accounts (
  id text COLLATE "C" PRIMARY KEY,
  username text NOT NULL,
  email text,
  name text,
  password_hash text,
  epoch integer NOT NULL,
  is_disabled boolean NOT NULL,
  is_admin boolean NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);

-- Usernames and e-mail addresses in one table, so that neither can be taken as the other.
CREATE TABLE account_names (
  name text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE INDEX account_names_by_account ON account_names (account_id);

CREATE TABLE sessions (
  id bytea PRIMARY KEY,
  cookie_digest bytea NOT NULL,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  authenticated_at bigint NOT NULL,
  methods text NOT NULL, -- separated by spaces
  expires_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The hot table: one time-ordered key, no other index, so that an insert appends to the last page.
CREATE TABLE grants (
  id bytea PRIMARY KEY,
  token_digest bytea NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  account_epoch integer NOT NULL,
  session_id bytea NOT NULL,
  redeemed_at bigint NOT NULL,
  token_expires_at bigint NOT NULL,
  keep_until bigint NOT NULL,
  revoked_at bigint,
  details text,
  family_id bytea,
  -- The newest revocation that the statement which made the row could see: only later ones can hit it.
  after_revocation bigint NOT NULL
);

-- A revocation hits all grants and refresh families made before it that match both ids, where NULL matches any.
CREATE TABLE revocations (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text COLLATE "C",
  client_id text COLLATE "C",
  at bigint NOT NULL,
  -- True when the account or client itself went, and its grants with it.
  removes boolean NOT NULL,
  -- True when only refresh families are hit, and the tokens that came of them.
  spares_grants boolean NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- No row that it hits has a higher id. Known once whatever was under way when it was made has ended.
  last_grant_id bytea
);

CREATE TABLE refresh_families (
  id bytea PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  account_epoch integer NOT NULL,
  session_id bytea,
  details text NOT NULL,
  authenticated_at bigint NOT NULL,
  methods text NOT NULL, -- separated by spaces
  nonce text,
  generation integer NOT NULL,
  expires_at bigint NOT NULL,
  last_used_at bigint NOT NULL,
  revoked_at bigint,
  -- The newest revocation that was visible when it was last found live: only later ones can hit it.
  after_revocation bigint NOT NULL
);
CREATE INDEX refresh_families_by_expiry ON refresh_families (expires_at);

CREATE TABLE consents (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  scope text NOT NULL, -- separated by spaces
  granted_at bigint NOT NULL,
  PRIMARY KEY (account_id, client_id)
);
CREATE INDEX consents_by_client ON consents (client_id);

CREATE TABLE used_once (
  key bytea PRIMARY KEY,
  keep_until bigint NOT NULL
);
CREATE INDEX used_once_by_expiry ON used_once (keep_until);

-- The instant at which each throttled key is drained.
CREATE TABLE attempts (
  key bytea PRIMARY KEY,
  drained_at bigint NOT NULL
);
CREATE INDEX attempts_by_drain ON attempts (drained_at);

CREATE TABLE sealing_keys (
  id text COLLATE "C" PRIMARY KEY,
  purpose text NOT NULL,
  created_at bigint NOT NULL,
  retired_at bigint,
  sealed_key bytea NOT NULL
);
