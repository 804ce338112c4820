import { type Command, InvalidArgumentError, Option } from "commander";
import { systemStopwatch } from "../adapters/system/clock.ts";
import {
  type AuditAnchor,
  anchorRule,
  anchorText,
  auditProblems,
  readAnchor,
} from "../flows/operator/audit.ts";
import { refuse } from "../values/result.ts";
import { isoTime } from "../values/time.ts";
import { counted, shortTime } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { openProgress } from "./progress.ts";

interface VerifyOptions {
  readonly anchor?: AuditAnchor;
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
      ).argParser(readAnchorOption),
    )
    .action(
      action(invocation, (options: VerifyOptions, command: Command) => verify(invocation, command, options)),
    );
}

function verify(invocation: Invocation, command: Command, { anchor }: VerifyOptions): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration }) => {
    const progress = openProgress(systemStopwatch);
    const verdict = await administration.store.auditTrail.verify((entries, total) =>
      progress.show("verifying", entries / Math.max(1, total)),
    );
    progress.end();
    const problems = await auditProblems(
      { keys: administration.keyring, trail: administration.store.auditTrail },
      verdict,
      { anchor, writeTime: shortTime },
    );
    const { head, entries } = verdict;
    if (wantsJson(command))
      terminal.printJson({
        sound: problems.length === 0,
        entries,
        first: head?.first ?? null,
        last: head?.last ?? null,
        began_at: head ? isoTime(head.beganAt) : null,
        anchor: head ? anchorText(head) : null,
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
        cause: `The audit trail was altered: ${counted(problems.length, "problem")}.`,
        hint: "docs/audit.md says what each means. Backups and exports may still have the original entries.",
      });
    if (head !== undefined) {
      terminal.note(
        `The entries ${head.first} to ${head.last} are unaltered; the trail began at ${shortTime(head.beganAt)}.`,
      );
      terminal.note(
        `Keep this anchor elsewhere and pass it to the next verification with --anchor: ${anchorText(head)}`,
      );
    }
    return done;
  });
}

function readAnchorOption(text: string): AuditAnchor {
  const anchor = readAnchor(text);
  if (anchor === undefined) throw new InvalidArgumentError(anchorRule);
  return anchor;
}
