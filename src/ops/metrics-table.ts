/** THE table of metrics. `/metrics`, its documentation, and the tests of the dashboard and the alerts are made from it. */

/** How the figures of several workers become one. */
type Merge = "sum" | "max" | "first";

/** One metric. Labels are words of the service alone: no client, no person, no address. */
export interface MetricRow {
  /** With the unit at its end; `_total` for what only goes up. */
  readonly name: `latchkey_${string}`;
  readonly type: "counter" | "gauge" | "histogram";
  /** One sentence, for `# HELP` and the documentation. */
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
  readonly merge: Merge;
}

/** From half a millisecond, which an answer from memory takes, to where a person has given up. */
const answerSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const diskSeconds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

function counter(name: MetricRow["name"], labels: readonly string[], help: string): MetricRow {
  return { name, type: "counter", labels, help, merge: "sum" };
}

/** A gauge that belongs to a process is added up or its highest taken; one of the database is the same everywhere. */
function gauge(name: MetricRow["name"], merge: Merge, labels: readonly string[], help: string): MetricRow {
  return { name, type: "gauge", labels, help, merge };
}

function histogram(
  name: MetricRow["name"],
  buckets: readonly number[],
  labels: readonly string[],
  help: string,
): MetricRow {
  return { name, type: "histogram", labels, help, buckets, merge: "sum" };
}

/** Every metric under the name that the code has for it, in the documentation's order. */
export const metricTable = {
  flows: counter(
    "latchkey_flows_total",
    ["flow", "outcome", "reason"],
    "Flows of people and clients by result: outcome is ok or refused, and reason is the reason in the log.",
  ),
  events: counter("latchkey_events_total", ["event"], "Events by kind, which is the msg of the log line."),
  requests: counter(
    "latchkey_http_requests_total",
    ["endpoint", "status"],
    "Completed requests by endpoint and status.",
  ),
  requestDuration: histogram(
    "latchkey_http_request_duration_seconds",
    answerSeconds,
    ["endpoint"],
    "Time from the headers of a request until its response is handed to the operating system.",
  ),
  commitDuration: histogram(
    "latchkey_commit_duration_seconds",
    diskSeconds,
    [],
    "Duration of a write transaction; with SQLite, without its fsync.",
  ),
  commitFacts: histogram(
    "latchkey_commit_facts",
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
    [],
    "Facts per transaction.",
  ),
  fsyncDuration: histogram(
    "latchkey_fsync_duration_seconds",
    diskSeconds,
    [],
    "Duration of an fsync, which runs beside the event loop. SQLite only.",
  ),
  databaseErrors: counter(
    "latchkey_database_errors_total",
    [],
    "Reads and writes that failed because the database was unavailable, full, slow or damaged.",
  ),
  databaseConnections: gauge(
    "latchkey_database_connections",
    "sum",
    ["state"],
    "Connections to PostgreSQL by state: used, idle, or calls waiting for one.",
  ),
  ready: gauge(
    "latchkey_ready",
    "sum",
    [],
    "1 if /readyz reports ready. With workers, the number of those that are ready.",
  ),
  hashesWaiting: gauge("latchkey_hash_queue_length", "sum", [], "Password hashes waiting for their turn."),
  hashWait: histogram(
    "latchkey_hash_wait_seconds",
    answerSeconds,
    [],
    "Time that a password hash waited in the queue.",
  ),
  hashDuration: histogram(
    "latchkey_hash_duration_seconds",
    answerSeconds,
    [],
    "Time to compute a password hash.",
  ),
  clients: gauge("latchkey_clients", "max", [], "Registered clients."),
  accounts: gauge("latchkey_accounts", "max", [], "Accounts."),
  sessions: gauge("latchkey_sessions", "max", [], "Live sessions."),
  grants: gauge(
    "latchkey_grants",
    "max",
    ["kind"],
    "Tokens that have neither expired nor been individually revoked: kind is access, or refresh for families of refresh tokens.",
  ),
  mails: gauge("latchkey_mail_messages", "max", ["state"], "Messages in the outbox by state."),
  mailOldest: gauge(
    "latchkey_mail_oldest_queued_seconds",
    "max",
    [],
    "Age of the oldest waiting message in the outbox; 0 if none waits.",
  ),
  mailFailing: gauge(
    "latchkey_mail_failing_messages",
    "max",
    [],
    "Waiting messages that the mail server did not take at their last try.",
  ),
  auditQueue: gauge(
    "latchkey_audit_queue_length",
    "sum",
    [],
    "Entries waiting to be written to the audit trail.",
  ),
  auditDropped: counter(
    "latchkey_audit_dropped_total",
    [],
    "Entries missing from the audit trail because the database was unavailable for too long.",
  ),
  webhooks: gauge(
    "latchkey_webhooks",
    "max",
    ["state"],
    "Webhooks by state: working, failing if the last delivery failed, or disabled.",
  ),
  webhookEntries: gauge(
    "latchkey_webhook_entries",
    "max",
    ["state"],
    "Audit entries by state: not yet processed for a webhook or waiting for a retry (waiting), or given up (dead).",
  ),
  claimsHookQuestions: counter(
    "latchkey_claims_hook_questions_total",
    ["outcome"],
    "Questions to the claims hook: outcome is ok, or the reason in the log for a failure.",
  ),
  claimsHookDuration: histogram(
    "latchkey_claims_hook_duration_seconds",
    answerSeconds,
    [],
    "Time until the claims hook answered or was given up.",
  ),
  keyCreated: gauge(
    "latchkey_key_created_timestamp_seconds",
    "max",
    ["purpose"],
    "When the newest key of each purpose was made, in seconds since 1970.",
  ),
  expirySwept: gauge(
    "latchkey_expiry_swept_timestamp_seconds",
    "max",
    [],
    "When expired rows were last completely removed, in seconds since 1970; 0 until then.",
  ),
  declaredDifferences: gauge(
    "latchkey_declared_state_differences",
    "max",
    [],
    "How many things differ from the files of LATCHKEY_APPLY; -1 if the files cannot be used. Absent without the setting.",
  ),
  oldPasswords: gauge(
    "latchkey_old_passwords",
    "max",
    [],
    "People whose password is still known only to the product that they were imported from. Absent without LATCHKEY_IMPORT_CHECK_URL.",
  ),
  backupMade: gauge(
    "latchkey_backup_success_timestamp_seconds",
    "max",
    [],
    "When the last backup was made, scheduled or manual, in seconds since 1970; 0 if there is none.",
  ),
  backupProved: gauge(
    "latchkey_backup_proved_timestamp_seconds",
    "max",
    [],
    "When the last backup that could be restored into a copy was made, in seconds since 1970; 0 if there is none.",
  ),
  backupFailed: gauge(
    "latchkey_backup_failure_timestamp_seconds",
    "max",
    [],
    "When a scheduled backup last failed, in seconds since 1970; 0 if none has.",
  ),
  backupEvery: gauge(
    "latchkey_backup_interval_seconds",
    "max",
    [],
    "The interval of scheduled backups; 0 if there are none.",
  ),
  eventLoopDelay: gauge(
    "latchkey_event_loop_delay_seconds",
    "max",
    ["percentile"],
    "Timer delay since the previous scrape by percentile: 50, 99 or 100.",
  ),
  memory: gauge(
    "latchkey_memory_bytes",
    "sum",
    ["kind"],
    "Memory by kind: resident, heap in use, or external to the heap.",
  ),
  cpu: counter("latchkey_cpu_seconds_total", [], "CPU time, user and system."),
  logLinesLost: counter("latchkey_log_lines_lost_total", [], "Log lines that could not be written."),
  processes: gauge("latchkey_processes", "sum", [], "The number of processes that these figures cover."),
  started: gauge(
    "latchkey_start_timestamp_seconds",
    "max",
    [],
    "When the most recently started process started, in seconds since 1970.",
  ),
  build: gauge(
    "latchkey_build_info",
    "first",
    ["version", "node", "database"],
    "Always 1; the labels say which version runs.",
  ),
} as const satisfies Readonly<Record<string, MetricRow>>;

/** The name of a metric in the code. */
export type MetricName = keyof typeof metricTable;

/** Every row, in the documentation's order. */
export const metricRows: readonly MetricRow[] = Object.values(metricTable);
