-- APIs whose access tokens this service issues, by their canonical resource indicator.
CREATE TABLE apis (
  resource text COLLATE "C" PRIMARY KEY,
  details text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
