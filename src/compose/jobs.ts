/** Everything that a running service does in the background. */
import { configuredMailServer } from "../adapters/mail/smtp.ts";
import { earliestOf, systemClock, watchClock } from "../adapters/system/clock.ts";
import type { SteadyClock } from "../adapters/system/code-clock.ts";
import { openWebhookSender } from "../adapters/webhook/sender.ts";
import type { Administration } from "../administration.ts";
import { expireAudit } from "../flows/expire-audit.ts";
import { keepTime } from "../flows/keep-time.ts";
import { leaseQueued, sendLeased } from "../flows/mail/send-queued.ts";
import { answerMailRequest, leaseMailRequest } from "../flows/person/answer-mail-request.ts";
import { removeDueAccounts } from "../flows/person/deletion.ts";
import type { Clock, Ports } from "../flows/ports.ts";
import { deliverLeased, leaseWebhook } from "../flows/webhook/deliver.ts";
import { startBackgroundJobs } from "../ops/background-jobs.ts";
import type { Config } from "../ops/config.ts";
import type { Log } from "../ops/log.ts";
import { startMailQueue } from "../ops/mail-queue.ts";
import { startMailRequestQueue } from "../ops/mail-request-queue.ts";
import { startWebhookQueue } from "../ops/webhook-queue.ts";
import { type Issuer, isLoopback } from "../values/issuer.ts";
import type { Instant } from "../values/time.ts";
import type { TracedParts } from "./tracing.ts";

/** An open database, and the clock that codes are issued by. */
export interface OpenedDatabase {
  readonly administration: Administration;
  readonly codeClock: SteadyClock;
}

/** Where jobs write what happened. `clock` and `stopwatch` are a test's own. */
export interface JobSurroundings {
  readonly config: Pick<Config, "auditDays">;
  readonly log: Log;
  readonly clock?: Clock;
  readonly stopwatch?: () => number;
  readonly onSwept?: (at: Instant) => void;
}

/** Records how far time has advanced. If the clock was set back, the log says what that invalidates. */
export async function noteTime({ administration, codeClock }: OpenedDatabase, log: Log): Promise<void> {
  const { store, keyring } = administration;
  const setBack = await keepTime({
    clock: codeClock,
    watermark: store.watermark,
    keys: keyring,
    devices: store.deviceAuthorizations,
  });
  if (setBack !== undefined)
    log.warn({ seconds: setBack, effect: "codes issued before are void" }, "clock-set-back");
}

/** Starts the background jobs. Returns what stops them. */
export function startJobs(
  opened: OpenedDatabase,
  { config, clock: given, stopwatch, log, onSwept = () => undefined }: JobSurroundings,
): () => Promise<void> {
  const { store, keyring, audit, clock: judging } = opened.administration;
  // A removed row cannot be brought back, so it must have expired by this machine's clock and by the database's.
  const clock = earliestOf(given ?? systemClock, judging);
  const watched = watchClock(clock, stopwatch);
  return startBackgroundJobs({
    store,
    removeDueAccounts: async () => {
      for (const accountId of await removeDueAccounts({ accounts: store.accounts, audit }, clock.now()))
        log.info({ accountId }, "account-deleted");
    },
    dropOldAudit: async () => {
      const wanted = { now: clock.now(), keptDays: config.auditDays };
      const { hasMore, damagedAt } = await expireAudit(store.auditTrail, wanted);
      if (damagedAt !== undefined)
        log.error({ entry: damagedAt, effect: "it and what follows do not expire" }, "audit-damaged");
      return hasMore;
    },
    keyring,
    clock,
    isClockTrusted: () => watched.isTrusted(),
    onSwept,
    noteTime: () => noteTime(opened, log),
    log,
  });
}

/** Makes the mails that people ask for. Returns what stops that. */
export function startMailRequests(
  ports: Ports,
  { store }: Pick<Administration, "store">,
  log: Log,
): () => Promise<void> {
  return startMailRequestQueue({
    lease: () => leaseMailRequest(ports),
    answer: (request) => answerMailRequest(ports, request),
    onAdded: store.mailRequests.onAdded,
    isReady: async () => (await store.status()).isReady,
    random: ports.random,
    log,
  });
}

/** When the service stops, a message under way may take this long. Then its connection is closed, and it is sent again later. */
const mailCutMilliseconds = 3_000;

interface MailSurroundings {
  readonly config: Config;
  readonly log: Log;
  readonly traced: TracedParts | undefined;
}

/** Sends messages if there is a mail server. Returns what stops that. */
export function startMail(
  { store, keyring: sealer, clock }: Administration,
  issuer: Issuer,
  { config, log, traced }: MailSurroundings,
): () => Promise<void> {
  const smtp = configuredMailServer(config, issuer);
  if (smtp === undefined) return async () => {};
  const mailServer = traced?.mailServer(smtp) ?? smtp;
  const ports = { outbox: store.outbox, sealer, clock, mailServer };
  const queue = startMailQueue({
    lease: (count) => leaseQueued(ports, count),
    send: (message) => sendLeased(ports, message),
    onQueued: store.outbox.onQueued,
    isReady: async () => (await store.status()).isReady,
    log,
  });
  return async () => {
    const cut = setTimeout(mailServer.close, mailCutMilliseconds);
    await queue.stop();
    clearTimeout(cut);
  };
}

/** Tells webhooks of the audit trail. Returns what stops that; a message under way is cut, and sent again later. */
export function startWebhooks(
  { store, keyring: sealer, clock, audit }: Administration,
  issuer: Issuer,
  { log, traced }: Omit<MailSurroundings, "config">,
): () => Promise<void> {
  const sender = openWebhookSender({ mayReachLoopback: isLoopback(issuer) }, traced?.fetch);
  const ports = { webhooks: store.webhooks, auditTrail: store.auditTrail, sealer, clock, audit, sender };
  const queue = startWebhookQueue({
    lease: () => leaseWebhook(ports),
    deliver: (webhook) => deliverLeased(ports, webhook),
    isReady: async () => (await store.status()).isReady,
    log,
  });
  return () => {
    sender.close();
    return queue.stop();
  };
}
