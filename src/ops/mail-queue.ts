import type { SendReport } from "../flows/mail/send-queued.ts";
import type { KeptMessage } from "../flows/mail-ports.ts";
import type { BackgroundJob } from "./background-jobs.ts";
import { repeat } from "./background-jobs.ts";
import { type Log, logFailure } from "./log.ts";

/** What the queue works on. */
interface MailQueueSubjects {
  /** Takes up to `count` messages that are due. */
  readonly lease: (count: number) => Promise<readonly KeptMessage[]>;
  readonly send: (message: KeptMessage) => Promise<SendReport>;
  /** Calls the listener when this process has put a message into the outbox. */
  readonly onQueued: (listener: () => void) => void;
  readonly isReady: () => Promise<boolean>;
  readonly log: Log;
}

const messagesAtOnce = 4;
/** How soon messages of other processes, and those that are due again, are found. */
const lookMilliseconds = 2_000;
/** A listener may be called a moment before the commit. */
const commitMilliseconds = 20;

/**
 * Sends what waits in the outbox, a few messages side by side, so that one that the mail server is slow with holds up no other. A message
 * of this process goes out at once.
 */
export function startMailQueue({ lease, send, onQueued, isReady, log }: MailQueueSubjects): BackgroundJob {
  const underWay = new Set<Promise<void>>();
  const job = repeat(lookMilliseconds, log, async (isStopping) => {
    if (!(await isReady())) return;
    while (!isStopping() && underWay.size < messagesAtOnce) {
      const messages = await lease(messagesAtOnce - underWay.size);
      if (messages.length === 0) return;
      for (const message of messages) begin(message);
    }
  });
  const begin = (message: KeptMessage) => {
    const sending = send(message)
      .then((report) => logMail(log, report))
      .catch((error) => logFailure(log, error, "chore-failed"))
      .finally(() => {
        underWay.delete(sending);
        void job.now();
      });
    underWay.add(sending);
  };
  let soon: NodeJS.Timeout | undefined;
  onQueued(() => {
    soon ??= setTimeout(() => {
      soon = undefined;
      void job.now();
    }, commitMilliseconds).unref();
  });
  return {
    now: job.now,
    stop: async () => {
      clearTimeout(soon);
      await job.stop();
      await Promise.all(underWay);
    },
  };
}

/** Names the message by its id and kind, never by its address. */
function logMail(log: Log, { message, outcome }: SendReport): void {
  const fields = { mailId: message.id, mail: message.kind };
  if (outcome.kind === "sent") log.info(fields, "mail-sent");
  else if (outcome.nextTryAt === undefined) log.error({ ...fields, reason: outcome.error }, "mail-given-up");
  else log.warn({ ...fields, reason: outcome.error, tries: message.tries }, "mail-delayed");
}
