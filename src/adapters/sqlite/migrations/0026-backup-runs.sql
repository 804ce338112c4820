-- The last backup of each kind, made or failed.
CREATE TABLE backup_runs (
  kind TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  details TEXT NOT NULL
) STRICT, WITHOUT ROWID;
