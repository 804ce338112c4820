import { type Command, Option } from "commander";
import type { KeyRecord, SealPurpose } from "../flows/ports.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { isoTime, shortTime, tableLines } from "./layout.ts";
import { done, type Outcome } from "./outcome.ts";

type KeySummary = Omit<KeyRecord, "sealedKey">;

interface RotateOptions {
  readonly purpose?: SealPurpose;
  readonly discardOld?: true;
}

const meanings: Readonly<Record<SealPurpose, string>> = {
  code: "authorization codes",
  step: "sign-in forms",
  device: "known browsers",
};

/** `latchkey key …`: the keys that seal codes and forms. They rotate by themselves; this is for when they must. */
export function addKeyCommands(program: Command, invocation: Invocation): void {
  const key = program.command("key").description("keys that seal codes and sign-in forms");
  key
    .command("list")
    .description("every key, without its secret part")
    .action(action(invocation, (_: object, command: Command) => list(invocation, command)));
  key
    .command("rotate")
    .description("make new keys now; they also rotate by themselves")
    .addOption(new Option("--purpose <purpose>", "only one kind of key").choices(Object.keys(meanings)))
    .option("--discard-old", "the old ones may have leaked: what they sealed stops working")
    .action(
      action(invocation, (options: RotateOptions, command: Command) => rotate(invocation, command, options)),
    );
}

function list(invocation: Invocation, command: Command): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ keyring }) => {
    printKeys(invocation, command, keyring.list());
    return done;
  });
}

function rotate(invocation: Invocation, command: Command, options: RotateOptions): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ keyring }) => {
    const { rotateKeys, sealPurposes } = await import("../flows/manage-keys.ts");
    const keys = await rotateKeys(keyring, {
      purposes: options.purpose === undefined ? sealPurposes : [options.purpose],
      discardsOlder: options.discardOld === true,
    });
    printKeys(invocation, command, keys);
    invocation.terminal.note(
      options.discardOld
        ? "The old keys are gone: what they sealed has to be started anew."
        : "These keys seal from now on; what older ones sealed keeps working until it expires.",
    );
    return done;
  });
}

function printKeys(invocation: Invocation, command: Command, keys: readonly KeySummary[]): void {
  const { terminal } = invocation;
  if (wantsJson(command)) for (const key of keys) terminal.printJson(keyRecord(key));
  else {
    const rows = keys.map((key) => [
      key.id,
      key.purpose,
      meanings[key.purpose],
      shortTime(key.createdAt),
      key.retiredAt === undefined ? "seals" : `opens only, since ${shortTime(key.retiredAt)}`,
    ]);
    tableLines(["KEY ID", "PURPOSE", "SEALS", "CREATED", "STATE"], rows).forEach(terminal.print);
  }
}

function keyRecord(key: KeySummary): object {
  return {
    key_id: key.id,
    purpose: key.purpose,
    created_at: isoTime(key.createdAt),
    retired_at: key.retiredAt === undefined ? null : isoTime(key.retiredAt),
  };
}
