import type { AuditTrail } from "../flows/audit-ports.ts";
import { beginningProblems } from "../flows/operator/audit.ts";
import type { Finding } from "../flows/operator/finding.ts";
import type { KeyAdministration } from "../flows/operator/key.ts";
import { shortTime } from "../values/words.ts";

/** Whether the audit trail is damaged, as far as it shows without reading all of it, which takes minutes for a long one. */
export async function auditFinding(
  trail: Pick<AuditTrail, "head" | "list">,
  keys: Pick<KeyAdministration, "list">,
): Promise<Finding> {
  const check = "audit trail";
  const [noted] = (await trail.list({ act: "audit-damaged", limit: 1 })).items;
  const head = await trail.head();
  const found = beginningProblems(keys, head, shortTime).map(({ sentence }) => sentence);
  if (noted !== undefined) {
    const { problem = "unknown", entry } = noted.details ?? {};
    const place = entry === undefined ? "" : ` at entry ${entry}`;
    found.push(`Entry ${noted.number} of ${shortTime(noted.at)} notes damage: ${problem}${place}.`);
  }
  const count = head?.last ?? 0;
  if (found.length === 0)
    return { check, state: "ok", detail: `${count} ${count === 1 ? "entry" : "entries"} so far` };
  return {
    check,
    state: "warning",
    detail: found.join(" "),
    repair: "verify the trail, and compare it with backups and exports of it",
    commands: ["latchkey audit verify"],
  };
}
