import type { SendReport } from "../flows/mail/send-queued.ts";
import type { BackgroundJob } from "./background-jobs.ts";
import { repeat } from "./background-jobs.ts";
import type { Log } from "./log.ts";

/** What the queue works on. */
export interface MailQueueSubjects {
  /** Tries up to `count` messages that are due; resolves to how many were. */
  readonly send: (count: number) => Promise<number>;
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

/** Sends what waits in the outbox, a few messages at a time. A message of this process goes out at once. */
export function startMailQueue({ send, onQueued, isReady, log }: MailQueueSubjects): BackgroundJob {
  const job = repeat(lookMilliseconds, log, async (isStopping) => {
    if (!(await isReady())) return;
    while (!isStopping() && (await send(messagesAtOnce)) === messagesAtOnce);
  });
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
    },
  };
}

/** Logs what became of a message, by its id and kind. */
export function logMail(log: Log, { message, outcome }: SendReport): void {
  const fields = { mailId: message.id, mail: message.kind };
  if (outcome.kind === "sent") log.info(fields, "mail-sent");
  else if (outcome.nextTryAt === undefined) log.error({ ...fields, reason: outcome.error }, "mail-given-up");
  else log.warn({ ...fields, reason: outcome.error, tries: message.tries }, "mail-delayed");
}
