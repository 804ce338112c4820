import type { Finding } from "../flows/operator/finding.ts";
import type { Webhooks } from "../flows/webhook-ports.ts";
import { counted } from "../values/words.ts";

/** Checks whether the receivers of webhooks accept deliveries. Says nothing if there are no webhooks. */
export function* webhookFindings({
  working,
  failing,
  dead,
  waiting,
}: Awaited<ReturnType<Webhooks["counts"]>>): Generator<Finding> {
  if (working + failing + dead === 0) return;
  const check = "webhooks";
  const told = [
    ...(failing > 0 ? [`${counted(failing, "receiver")} failing`] : []),
    ...(dead > 0 ? [`${counted(dead, "message")} given up`] : []),
    ...(failing > 0 && waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  if (told.length === 0) yield { check, state: "ok", detail: `${counted(working, "receiver")} working` };
  else
    yield {
      check,
      state: "warning",
      detail: told.join(", "),
      repair: "the list says why; mend the receiver, then send what failed again",
      commands: ["latchkey webhook list", "latchkey webhook retry ID"],
    };
}
