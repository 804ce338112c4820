-- The hosts that proxies protect by asking this service, each with the client that it belongs to.
CREATE TABLE protected_origins (
  origin text COLLATE "C" PRIMARY KEY,
  client_id text COLLATE "C" NOT NULL REFERENCES clients (id) ON DELETE CASCADE
);
CREATE INDEX protected_origins_client ON protected_origins (client_id);
