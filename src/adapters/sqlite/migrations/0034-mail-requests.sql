-- Mails that somebody asked for on a page, until they are made. What was typed is sealed, whether or not anybody has that name.
CREATE TABLE mail_requests (
  id TEXT PRIMARY KEY,
  sealed TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  next_try_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_requests_due ON mail_requests (next_try_at);
CREATE INDEX mail_requests_expiring ON mail_requests (expires_at);
