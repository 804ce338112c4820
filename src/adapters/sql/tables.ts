/**
 * Every table that both databases have, each after those that its rows refer to: the order of a move. The lists of migrations are
 * each database's own. A test compares this list with the schemas, so that a new table cannot be forgotten.
 */
export const tables = [
  "clients",
  "secret_uses",
  "client_logos",
  "protected_origins",
  "apis",
  "accounts",
  "account_names",
  "groups",
  "group_members",
  "activity",
  "passkeys",
  "totp",
  "recovery_codes",
  "trusted_browsers",
  "upstreams",
  "upstream_identities",
  "sessions",
  "session_clients",
  "grants",
  "revocations",
  "refresh_families",
  "device_authorizations",
  "consents",
  "withdrawals",
  "used_once",
  "idempotency_keys",
  "attempts",
  "links",
  "outbox",
  "mail_requests",
  "audit",
  "audit_head",
  "webhooks",
  "webhook_dead_letters",
  "webhook_retries",
  "sealing_keys",
  "time_marks",
  "statistics",
  "imports",
  "backup_runs",
] as const;

/** The name of a table of both databases. */
export type Table = (typeof tables)[number];
