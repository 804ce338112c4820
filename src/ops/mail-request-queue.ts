import type { LeasedMailRequest } from "../flows/mail-ports.ts";
import type { Random } from "../flows/ports.ts";
import { repeat } from "./background-jobs.ts";
import { type Log, logFailure } from "./log.ts";

/** What the queue works on. */
interface MailRequestSubjects {
  /** Takes the request that waits longest. */
  readonly lease: () => Promise<LeasedMailRequest | undefined>;
  readonly answer: (request: LeasedMailRequest) => Promise<void>;
  /** Calls the listener when this process has kept a request. */
  readonly onAdded: (listener: () => void) => void;
  readonly isReady: () => Promise<boolean>;
  readonly random: Pick<Random, "bytes">;
  readonly log: Log;
}

/** How soon requests are found that another process, or this one before a restart, left behind. */
const lookMilliseconds = 2_000;
/** A random byte is added. */
const delayLeastMilliseconds = 50;

/**
 * Answers the mail requests, one after the other. Those of this process come at a random moment after their answer: right after it, the
 * next request of the same caller would wait for the work, and so tell how long it takes. Returns what ends the queue: it answers all that
 * still waits, and leaves to the next start what it cannot answer.
 */
export function startMailRequestQueue(subjects: MailRequestSubjects): () => Promise<void> {
  const { lease, answer, onAdded, isReady, random, log } = subjects;
  const job = repeat(lookMilliseconds, log, async () => {
    if (!(await isReady())) return;
    for (let request = await lease(); request !== undefined; request = await lease())
      await answer(request).catch((error) => logFailure(log, error, "chore-failed"));
  });
  let soon: NodeJS.Timeout | undefined;
  onAdded(() => {
    const [byte = 0] = random.bytes(1);
    soon ??= setTimeout(() => {
      soon = undefined;
      void job.now();
    }, delayLeastMilliseconds + byte).unref();
  });
  void job.now();
  return async () => {
    clearTimeout(soon);
    await job.now();
    await job.stop();
  };
}
