-- APIs whose access tokens this service issues, by their canonical resource indicator.
CREATE TABLE apis (
  resource TEXT PRIMARY KEY,
  details TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
