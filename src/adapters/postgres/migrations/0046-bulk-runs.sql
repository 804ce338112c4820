-- Acts of operators on many people that take several requests. Part 0 has the state of a run, the others the people.
CREATE TABLE bulk_runs (
  id text COLLATE "C" NOT NULL,
  part bigint NOT NULL,
  version bigint NOT NULL,
  content text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (id, part)
);
CREATE INDEX bulk_runs_expiring ON bulk_runs (expires_at);
