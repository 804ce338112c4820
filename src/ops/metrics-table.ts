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
    "What people and clients came for, by how it ended: outcome is ok or refused, and reason is the word of the log.",
  ),
  events: counter(
    "latchkey_events_total",
    ["event"],
    "Every event by its kind, which is the msg of its line in the log.",
  ),
  requests: counter(
    "latchkey_http_requests_total",
    ["endpoint", "status"],
    "Answered requests by endpoint and status.",
  ),
  requestDuration: histogram(
    "latchkey_http_request_duration_seconds",
    answerSeconds,
    ["endpoint"],
    "Time from the headers of a request until its answer is handed to the system.",
  ),
  commitDuration: histogram(
    "latchkey_commit_duration_seconds",
    diskSeconds,
    [],
    "Time of one transaction that writes; with SQLite without its fsync.",
  ),
  commitFacts: histogram(
    "latchkey_commit_facts",
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
    [],
    "How many facts shared one transaction.",
  ),
  fsyncDuration: histogram(
    "latchkey_fsync_duration_seconds",
    diskSeconds,
    [],
    "Time of one fsync beside the event loop. SQLite only.",
  ),
  databaseErrors: counter(
    "latchkey_database_errors_total",
    [],
    "Reads and writes that failed because the database was away, full, slow or broken.",
  ),
  databaseConnections: gauge(
    "latchkey_database_connections",
    "sum",
    ["state"],
    "Connections to PostgreSQL: used, idle, and calls that await one.",
  ),
  ready: gauge(
    "latchkey_ready",
    "sum",
    [],
    "1 where /readyz says yes. With workers the number of those that are ready.",
  ),
  hashesWaiting: gauge("latchkey_hash_queue_length", "sum", [], "Password hashes that wait for their turn."),
  hashWait: histogram(
    "latchkey_hash_wait_seconds",
    answerSeconds,
    [],
    "Time that a password hash waited for its turn.",
  ),
  hashDuration: histogram(
    "latchkey_hash_duration_seconds",
    answerSeconds,
    [],
    "Time that a password hash took.",
  ),
  clients: gauge("latchkey_clients", "max", [], "Registered clients."),
  accounts: gauge("latchkey_accounts", "max", [], "Accounts."),
  sessions: gauge("latchkey_sessions", "max", [], "Browsers that are signed in."),
  grants: gauge(
    "latchkey_grants",
    "max",
    ["kind"],
    "Tokens that have not expired and were not revoked by themselves: kind is access, or refresh for families of refresh tokens.",
  ),
  mails: gauge("latchkey_mail_messages", "max", ["state"], "Messages in the outbox by state."),
  mailOldest: gauge(
    "latchkey_mail_oldest_queued_seconds",
    "max",
    [],
    "Age of the message that has waited longest in the outbox; 0 where none waits.",
  ),
  auditQueue: gauge("latchkey_audit_queue_length", "sum", [], "Entries on their way to the audit trail."),
  auditDropped: counter(
    "latchkey_audit_dropped_total",
    [],
    "Entries that the audit trail lacks because the database was away for too long.",
  ),
  webhooks: gauge(
    "latchkey_webhooks",
    "max",
    ["state"],
    "Webhooks: state is working, failing where the newest delivery went wrong, or disabled.",
  ),
  webhookEntries: gauge(
    "latchkey_webhook_entries",
    "max",
    ["state"],
    "Entries of the audit trail that a webhook has not passed yet or that wait for another try (waiting), and those that were given up (dead).",
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
    "When everything that had expired was last removed, in seconds since 1970; 0 until then.",
  ),
  backupMade: gauge(
    "latchkey_backup_success_timestamp_seconds",
    "max",
    [],
    "When the newest backup was made, by the schedule or by hand, in seconds since 1970; 0 where there is none.",
  ),
  backupFailed: gauge(
    "latchkey_backup_failure_timestamp_seconds",
    "max",
    [],
    "When a scheduled backup last failed, in seconds since 1970; 0 where none did.",
  ),
  backupEvery: gauge(
    "latchkey_backup_interval_seconds",
    "max",
    [],
    "The time between two scheduled backups; 0 where none are scheduled.",
  ),
  eventLoopDelay: gauge(
    "latchkey_event_loop_delay_seconds",
    "max",
    ["percentile"],
    "How late timers ran since the scrape before: percentile is 50, 99 or 100.",
  ),
  memory: gauge(
    "latchkey_memory_bytes",
    "sum",
    ["kind"],
    "Memory: resident, heap in use, and external to the heap.",
  ),
  cpu: counter("latchkey_cpu_seconds_total", [], "Time of the processor, user and system together."),
  logLinesLost: counter("latchkey_log_lines_lost_total", [], "Lines of the log that could not be written."),
  processes: gauge("latchkey_processes", "sum", [], "Processes that these figures come from."),
  started: gauge(
    "latchkey_start_timestamp_seconds",
    "max",
    [],
    "When the youngest process started, in seconds since 1970.",
  ),
  build: gauge(
    "latchkey_build_info",
    "first",
    ["version", "node", "database"],
    "Always 1; the labels say what runs.",
  ),
} as const satisfies Readonly<Record<string, MetricRow>>;

/** The name of a metric in the code. */
export type MetricName = keyof typeof metricTable;

/** Every row, in the documentation's order. */
export const metricRows: readonly MetricRow[] = Object.values(metricTable);
