import type { MailCounts } from "../flows/mail-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { type Instant, plus } from "../values/time.ts";
import { counted, shortTime } from "../values/words.ts";

/** A message that waits for so long has met a problem. */
const waitSeconds = 15 * 60;

/** Whether messages leave the outbox. */
export function mailFinding(
  { queued, dead, oldestQueuedAt }: MailCounts,
  { hasServer, now }: { readonly hasServer: boolean; readonly now: Instant },
): Finding {
  const check = "mail";
  const waiting = queued === 0 ? "no message waits" : `${counted(queued, "message")} waiting`;
  if (dead > 0)
    return {
      check,
      state: "warning",
      detail: `${counted(dead, "message")} given up, ${waiting}`,
      repair: "`latchkey mail list` says why; mend the mail server, then `latchkey mail retry`",
    };
  if (!hasServer && queued > 0)
    return {
      check,
      state: "warning",
      detail: `no mail server, ${waiting}`,
      repair: "set LATCHKEY_SMTP_URL, or hand messages over yourself with `latchkey mail show ID`",
    };
  if (oldestQueuedAt !== undefined && plus(oldestQueuedAt, waitSeconds) <= now)
    return {
      check,
      state: "warning",
      detail: `${waiting}, one since ${shortTime(oldestQueuedAt)}`,
      repair: "`latchkey mail list` says why; start the service where it does not run",
    };
  return { check, state: "ok", detail: hasServer ? waiting : "no mail server, and no message waits" };
}
