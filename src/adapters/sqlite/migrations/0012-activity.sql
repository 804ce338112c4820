-- What happened to accounts. The id begins with the time. Without network and browser it was the operator.
CREATE TABLE activity (
  id BLOB PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  network TEXT,
  user_agent TEXT,
  client_id TEXT,
  methods TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX activity_of_account ON activity (account_id, id);
