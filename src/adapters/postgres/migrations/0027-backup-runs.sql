-- The last backup of each kind, made or failed. pg_dump notes none here; the table belongs to both schemas.
CREATE TABLE backup_runs (
  kind text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL,
  details text COLLATE "C" NOT NULL
);
