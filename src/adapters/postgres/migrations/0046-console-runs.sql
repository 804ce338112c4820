-- What outlasts a request in the console: acts on many people, and forms that were sent. Part 0 has the state of a run, the others its people.
CREATE TABLE console_runs (
  id text COLLATE "C" NOT NULL,
  part bigint NOT NULL,
  version bigint NOT NULL,
  content text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (id, part)
);
CREATE INDEX console_runs_expiring ON console_runs (expires_at);
