-- What came of fetching a client's logo; without kind and bytes where no picture came.
CREATE TABLE client_logos (
  client_id TEXT PRIMARY KEY REFERENCES clients (id) ON DELETE CASCADE,
  uri TEXT NOT NULL,
  fetched_at INTEGER NOT NULL,
  kind TEXT,
  bytes BLOB
) STRICT;
