-- What happened to accounts. The id begins with the time. Without network and browser it was the operator.
CREATE TABLE activity (
  id bytea PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL,
  network text COLLATE "C",
  user_agent text COLLATE "C",
  client_id text COLLATE "C",
  methods text COLLATE "C"
);
CREATE INDEX activity_of_account ON activity (account_id, id);
