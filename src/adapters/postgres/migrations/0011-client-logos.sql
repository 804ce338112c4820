-- What came of fetching a client's logo; without kind and bytes where no picture came.
CREATE TABLE client_logos (
  client_id text COLLATE "C" PRIMARY KEY REFERENCES clients (id) ON DELETE CASCADE,
  uri text COLLATE "C" NOT NULL,
  fetched_at bigint NOT NULL,
  kind text COLLATE "C",
  bytes bytea
);
