-- The hosts that proxies protect by asking this service, each with the client that it belongs to.
CREATE TABLE protected_origins (
  origin TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX protected_origins_client ON protected_origins (client_id);
