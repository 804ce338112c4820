-- Acts of operators on many people that take several requests. Part 0 has the state of a run, the others the people.
CREATE TABLE bulk_runs (
  id TEXT NOT NULL,
  part INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (id, part)
) STRICT;
CREATE INDEX bulk_runs_expiring ON bulk_runs (expires_at);
