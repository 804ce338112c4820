-- Who is told of the audit trail. "delivered" is the number of the last entry that went out; a lease is until when one node delivers.
CREATE TABLE webhooks (
  id text COLLATE "C" PRIMARY KEY,
  url text COLLATE "C" NOT NULL,
  sealed_secret text COLLATE "C" NOT NULL,
  old_sealed_secret text COLLATE "C",
  old_secret_until bigint,
  acts text COLLATE "C" NOT NULL,
  is_disabled boolean NOT NULL,
  delivered bigint NOT NULL,
  next_try_at bigint NOT NULL,
  tries integer NOT NULL,
  last_error text COLLATE "C",
  lease_until bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);

-- Entries that a webhook never took. One that is due is tried once more.
CREATE TABLE webhook_dead_letters (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  error text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  is_due boolean NOT NULL,
  PRIMARY KEY (webhook_id, number)
);
