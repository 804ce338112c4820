import type { MailCounts, SendProblem } from "../flows/mail-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { certificateProblemOf, describeCertificateProblem } from "../values/certificate.ts";
import type { Result } from "../values/result.ts";
import { type Instant, plus } from "../values/time.ts";
import { counted, shortTime } from "../values/words.ts";

/** A message that has waited this long has met a problem. */
const waitSeconds = 15 * 60;

function repairOf(reason: string): Pick<Finding, "repair" | "commands"> {
  const certificate = certificateProblemOf({ code: reason });
  if (certificate !== undefined) return { repair: describeCertificateProblem(certificate).repair };
  return {
    repair: "correct LATCHKEY_SMTP_URL, or mend the mail server, and try it with a test message",
    commands: ["latchkey mail test ADDRESS"],
  };
}

/** Whether messages leave the outbox. `server` is the answer of the mail server, absent if there is none. */
export function mailFinding(
  { queued, dead, oldestQueuedAt, failing, failure = "" }: MailCounts,
  { server, now }: { readonly server?: Result<void, SendProblem> | undefined; readonly now: Instant },
): Finding {
  const check = "mail";
  const hasServer = server !== undefined;
  const waiting = queued === 0 ? "no message waits" : `${counted(queued, "message")} waiting`;
  if (server?.ok === false)
    return {
      check,
      state: "warning",
      detail: `the mail server does not take messages (${server.reason.reason}), ${waiting}`,
      ...repairOf(server.reason.reason),
    };
  if (dead > 0)
    return {
      check,
      state: "warning",
      detail: `${counted(dead, "message")} given up, ${waiting}`,
      repair: "the messages say why; mend the mail server, then send them again",
      commands: ["latchkey mail list", "latchkey mail retry"],
    };
  // A server can answer well until it is given a message.
  if (hasServer && failing > 0)
    return {
      check,
      state: "warning",
      detail: `the mail server did not take ${counted(failing, "message")} at the last try (${failure}), ${waiting}`,
      ...repairOf(failure),
    };
  if (!hasServer && queued > 0)
    return {
      check,
      state: "warning",
      detail: `no mail server, ${waiting}`,
      repair: "set LATCHKEY_SMTP_URL, or hand messages over yourself",
      commands: ["latchkey mail list", "latchkey mail show ID"],
    };
  if (oldestQueuedAt !== undefined && plus(oldestQueuedAt, waitSeconds) <= now)
    return {
      check,
      state: "warning",
      detail: `${waiting}, one since ${shortTime(oldestQueuedAt)}`,
      repair: "the messages say why; start the service where it does not run",
      commands: ["latchkey mail list"],
    };
  return { check, state: "ok", detail: hasServer ? waiting : "no mail server, and no message waits" };
}
