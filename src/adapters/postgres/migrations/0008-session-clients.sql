-- The clients that took part in a session and want to hear of its end (OpenID Connect Back-Channel Logout §2.3).
CREATE TABLE session_clients (
  session_id bytea NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  client_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (session_id, client_id)
);

-- 0 for a session that began before, or on an older node: then nobody knows which clients took part.
ALTER TABLE sessions ADD COLUMN notes_clients integer NOT NULL DEFAULT 0;

-- Where a family with offline_access began: its ID tokens name that session while it lives.
ALTER TABLE refresh_families ADD COLUMN began_session_id bytea;
