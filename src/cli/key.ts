import { type Command, Option } from "commander";
import type { RotatingPurpose } from "../flows/key-ports.ts";
import { type KeyReport, keyMeanings, purposesInUse, reportKeys, rotateKeys } from "../flows/operator/key.ts";
import { keyRecord } from "../flows/operator/key-record.ts";
import { isLastingPurpose } from "../values/key-purpose.ts";
import { shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { addMasterKeyCommand } from "./master-key.ts";
import { done, type Outcome } from "./outcome.ts";

interface RotateOptions {
  readonly purpose?: RotatingPurpose;
  readonly discardOld?: true;
}

/** `latchkey key …`: the keys that seal codes and refresh tokens, vouch for forms and sign tokens. They rotate by themselves; the
 * commands rotate them at once. */
export function addKeyCommands(program: Command, invocation: Invocation): void {
  const key = program.command("key").description("keys that seal codes, vouch for forms and sign tokens");
  key
    .command("list")
    .description("every key, without its secret part")
    .action(action(invocation, (_: object, command: Command) => list(invocation, command)));
  key
    .command("rotate")
    .description("make new keys now; they also rotate by themselves")
    .addOption(
      new Option("--purpose <purpose>", "only one kind of key").choices(
        Object.keys(keyMeanings).filter((purpose) => !isLastingPurpose(purpose)),
      ),
    )
    .option("--discard-old", "the old ones may have leaked: what was made with them stops working")
    .action(
      action(invocation, (options: RotateOptions, command: Command) => rotate(invocation, command, options)),
    );
  addMasterKeyCommand(key, invocation);
}

function list(invocation: Invocation, command: Command): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ keyring, clock }) => {
    printKeys(invocation, command, reportKeys(keyring, clock.now()));
    return done;
  });
}

function rotate(invocation: Invocation, command: Command, options: RotateOptions): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const { keyring, clock, audit } = administration;
    const keys = await rotateKeys(keyring, {
      purposes: options.purpose === undefined ? purposesInUse(keyring) : [options.purpose],
      discardsOlder: options.discardOld === true,
      now: clock.now(),
      audit,
    });
    printKeys(invocation, command, keys);
    const notes = options.discardOld ? discardNotes(keys) : rotationNotes(keys);
    notes.forEach(invocation.terminal.note);
    return done;
  });
}

function rotationNotes(keys: readonly KeyReport[]): readonly string[] {
  const notes: string[] = [];
  if (keys.some(({ state }) => state === "seals" || state === "authenticates"))
    notes.push(
      "Keys that seal or authenticate are used from now on; what was made with older ones works until it expires.",
    );
  if (keys.some(({ state }) => state === "published"))
    notes.push(
      "Signing keys are published now and sign in a minute; what older ones signed can still be verified.",
    );
  return notes;
}

function discardNotes(keys: readonly KeyReport[]): readonly string[] {
  const notes: string[] = [];
  if (keys.some(({ state }) => state === "seals" || state === "authenticates"))
    notes.push("The old keys are gone: what was made with them has to be started anew.");
  if (keys.some(({ state }) => state === "signs"))
    notes.push(
      "The new signing keys sign at once: clients that keep a copy of the key set must fetch it again.",
    );
  return notes;
}

function printKeys(invocation: Invocation, command: Command, keys: readonly KeyReport[]): void {
  const { terminal } = invocation;
  if (wantsJson(command)) for (const key of keys) terminal.printJson(keyRecord(key));
  else {
    const rows = keys.map((key) => [
      key.id,
      key.purpose,
      keyMeanings[key.purpose],
      shortTime(key.createdAt),
      stateText(key),
    ]);
    printTable(terminal, ["KEY ID", "PURPOSE", "FOR", "CREATED", "STATE"], rows);
  }
}

function stateText({ state, retiredAt }: KeyReport): string {
  if (state === "published") return "published, signs in a minute";
  if (retiredAt === undefined || state === "signs") return state;
  return `${state} only, since ${shortTime(retiredAt)}`;
}
