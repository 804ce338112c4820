-- Providers that people sign in at, and whom each of them calls by which subject.
CREATE TABLE upstreams (
  name text COLLATE "C" PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  issuer text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  sealed_secret text COLLATE "C" NOT NULL,
  apple_key text COLLATE "C",
  display_name text COLLATE "C" NOT NULL,
  domains text COLLATE "C" NOT NULL,
  trusts_email boolean NOT NULL,
  creates_accounts boolean NOT NULL,
  is_disabled boolean NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);

CREATE TABLE upstream_identities (
  upstream_name text COLLATE "C" NOT NULL REFERENCES upstreams (name) ON DELETE CASCADE,
  subject text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  label text COLLATE "C",
  linked_at bigint NOT NULL,
  last_used_at bigint NOT NULL,
  PRIMARY KEY (upstream_name, subject),
  UNIQUE (account_id, upstream_name)
);
