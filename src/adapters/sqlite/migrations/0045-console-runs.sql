-- What outlasts a request in the console: acts on many people, and forms that were sent. Part 0 has the state of a run, the others its people.
CREATE TABLE console_runs (
  id TEXT NOT NULL,
  part INTEGER NOT NULL,
  version INTEGER NOT NULL,
  content TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (id, part)
) STRICT;
CREATE INDEX console_runs_expiring ON console_runs (expires_at);
