-- When each secret of a client was last used. Beside the clients, so that a use is no change of the client.
CREATE TABLE secret_uses (
  client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  secret_digest BLOB NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, secret_digest)
) STRICT, WITHOUT ROWID;

ALTER TABLE accounts ADD COLUMN phone_number TEXT; -- E.164
ALTER TABLE accounts ADD COLUMN address TEXT; -- lines with line feeds between them
