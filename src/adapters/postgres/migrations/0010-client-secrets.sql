-- Whose secret it is that somebody sent in the place of a client_id.
CREATE INDEX clients_by_secret ON clients (secret_digest) WHERE secret_digest IS NOT NULL;
CREATE INDEX clients_by_previous_secret ON clients (previous_secret_digest) WHERE previous_secret_digest IS NOT NULL;
