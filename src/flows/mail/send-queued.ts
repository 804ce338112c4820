import { longestWaits } from "../../values/longest-waits.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { KeptMessage, MailOutcome, MailServer } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";
import { openBody } from "./create-message.ts";

/** What became of one message, for the log: without its address and its words. */
export interface SendReport {
  readonly message: KeptMessage;
  readonly outcome: MailOutcome;
}

type QueuePorts = Pick<Ports, "outbox" | "sealer" | "clock"> & { readonly mailServer: MailServer };

/** Longer than the mail server may take, so that nobody else sends a message that is under way. */
const leaseSeconds = 300;
/** The minutes after each failure. They add up to a day; a message that failed after the last of them is given up. */
const retryMinutes = [1, 5, 15, 30, 60, 120, 240, 240, 360, longestWaits.mail / 60] as const;

/** Takes up to `count` of the messages that are due, so that nobody else sends them. */
export async function leaseQueued(
  { outbox, clock }: Pick<QueuePorts, "outbox" | "clock">,
  count: number,
): Promise<readonly KeptMessage[]> {
  const now = clock.now();
  return outbox.lease(now, plus(now, leaseSeconds), count);
}

/**
 * Sends a leased message and notes what came of it. A process that dies between the server's yes and the note of it leaves a message
 * that is sent again.
 */
export async function sendLeased(ports: QueuePorts, message: KeptMessage): Promise<SendReport> {
  const outcome = await tryToSend(ports, message);
  await ports.outbox.settle(message, outcome);
  return { message, outcome };
}

async function tryToSend(ports: QueuePorts, message: KeptMessage): Promise<MailOutcome> {
  const body = openBody(ports, message);
  // The key that sealed it was discarded, so nobody can ever read it.
  if (body === undefined) return { kind: "failed", error: "sealed" };
  const sent = await ports.mailServer.send({ ...message, ...body });
  if (sent.ok) return { kind: "sent" };
  const { reason: error, isPermanent } = sent.reason;
  const nextTryAt = isPermanent ? undefined : nextTryAfter(message.tries, ports.clock.now());
  return { kind: "failed", error, ...(nextTryAt !== undefined && { nextTryAt }) };
}

/** When a message is tried again that has failed so often; undefined if it is given up. */
export function nextTryAfter(tries: number, now: Instant): Instant | undefined {
  const minutes = retryMinutes[tries - 1];
  return minutes === undefined ? undefined : plus(now, minutes * 60);
}
