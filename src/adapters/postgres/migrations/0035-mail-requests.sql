-- Mails that somebody asked for on a page, until they are made. What was typed is sealed, whether or not anybody has that name.
CREATE TABLE mail_requests (
  id text COLLATE "C" PRIMARY KEY,
  sealed text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  tries integer NOT NULL,
  next_try_at bigint NOT NULL
);
CREATE INDEX mail_requests_due ON mail_requests (next_try_at);
CREATE INDEX mail_requests_expiring ON mail_requests (expires_at);
