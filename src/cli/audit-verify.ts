import { type Command, InvalidArgumentError, Option } from "commander";
import { systemStopwatch } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import type { AuditHead, AuditVerdict } from "../flows/audit-ports.ts";
import { describeAuditProblem } from "../flows/operator/audit-record.ts";
import { refuse } from "../values/result.ts";
import { isoTime, plus } from "../values/time.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { counted, shortTime } from "./layout.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { openProgress } from "./progress.ts";

/** An entry as it was noted somewhere else: its number and its MAC. */
interface Anchor {
  readonly number: number;
  readonly mac: Uint8Array;
}

interface VerifyOptions {
  readonly anchor?: Anchor;
}

/** `latchkey audit verify`. */
export function addAuditVerifyCommand(audit: Command, invocation: Invocation): void {
  audit
    .command("verify")
    .description("prove that no entry was changed, moved, removed or added")
    .addOption(
      new Option(
        "--anchor <number:mac>",
        "what an earlier run printed and you kept elsewhere: proves that the trail was not put back to an older state",
      ).argParser(readAnchor),
    )
    .action(
      action(invocation, (options: VerifyOptions, command: Command) => verify(invocation, command, options)),
    );
}

function verify(invocation: Invocation, command: Command, { anchor }: VerifyOptions): Promise<Outcome> {
  const { terminal } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const progress = openProgress(systemStopwatch);
    const verdict = await administration.store.auditTrail.verify((entries, total) =>
      progress.show("verifying", entries / Math.max(1, total)),
    );
    progress.end();
    const problems = await problemsOf(administration, verdict, anchor);
    const { head, entries } = verdict;
    if (wantsJson(command))
      terminal.printJson({
        sound: problems.length === 0,
        entries,
        first: head?.first ?? null,
        last: head?.last ?? null,
        began_at: head ? isoTime(head.beganAt) : null,
        anchor: head ? anchorOf(head) : null,
        problems: problems.map(({ kind, number, to, sentence }) => ({
          kind,
          number: number ?? null,
          to: to ?? null,
          sentence,
        })),
      });
    else for (const { sentence } of problems) terminal.print(sentence);
    if (problems.length > 0)
      return refuse({
        exitCode: exitCodes.failed,
        cause: `The audit trail is not as this installation wrote it: ${counted(problems.length, "problem")}.`,
        hint: "docs/audit.md says what each means. Backups, exports and webhooks may still have the entries.",
      });
    if (head !== undefined) {
      terminal.note(
        `The entries ${head.first} to ${head.last} are as they were written; the trail began at ${shortTime(head.beganAt)}.`,
      );
      terminal.note(`Keep this elsewhere, for the next --anchor: ${anchorOf(head)}`);
    }
    return done;
  });
}

interface Told {
  readonly kind: string;
  readonly number?: number | undefined;
  readonly to?: number | undefined;
  readonly sentence: string;
}

/** The chain's own problems, and those that show only beside something else: the keyring, and an anchor. */
async function problemsOf(
  { keyring, store }: Administration,
  { head, problems }: AuditVerdict,
  anchor: Anchor | undefined,
): Promise<readonly Told[]> {
  const told: Told[] = problems.map((problem) => ({ ...problem, sentence: describeAuditProblem(problem) }));
  const key = keyring.list().find(({ purpose }) => purpose === "audit");
  if (head && key && plus(key.createdAt, beginningSeconds) < head.beganAt)
    told.push({
      kind: "begun-anew",
      sentence: `The trail began at ${shortTime(head.beganAt)}, but its key was made at ${shortTime(key.createdAt)}: everything before is gone.`,
    });
  if (anchor === undefined) return told;
  const { number } = anchor;
  if (head !== undefined && number < head.first) return told;
  const mac = await store.auditTrail.macOf(number);
  if (mac === undefined || Buffer.compare(mac, anchor.mac) !== 0)
    told.push({
      kind: "anchor-missing",
      number,
      sentence: `Entry ${number} is not the one that the anchor names: the trail was put back to an older state, or begun anew.`,
    });
  return told;
}

/** The key and the first entry are made in the same start. */
const beginningSeconds = 600;

function anchorOf({ last, lastMac }: AuditHead): string {
  return `${last}:${Buffer.from(lastMac).toString("hex")}`;
}

function readAnchor(text: string): Anchor {
  const [, number, mac] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || mac === undefined)
    throw new InvalidArgumentError(
      "Write it as `audit verify` prints it: a number, a colon and 64 hexadecimal digits.",
    );
  return { number: Number(number), mac: Buffer.from(mac, "hex") };
}
