-- When an application with lasting access last used it, for its person to read. Only a first exchange with offline_access writes to it:
-- no refresh changes what it holds.
CREATE INDEX refresh_families_lasting ON refresh_families (account_id, client_id, id) WHERE session_id IS NULL;
