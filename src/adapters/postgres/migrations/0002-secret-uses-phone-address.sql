-- When each secret of a client was last used. Beside the clients, so that a use is no change of the client.
CREATE TABLE secret_uses (
  client_id text COLLATE "C" NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  secret_digest bytea NOT NULL,
  used_at bigint NOT NULL,
  PRIMARY KEY (client_id, secret_digest)
);

ALTER TABLE accounts ADD COLUMN phone_number text; -- E.164
ALTER TABLE accounts ADD COLUMN address text; -- lines with line feeds between them
