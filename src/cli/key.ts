import type { Command } from "commander";
import { keyMeanings } from "../flows/operator/key.ts";
import { keyOperations, type keySchema } from "../operations/key.ts";
import { type AnswerOf, byId } from "../operations/operation.ts";
import type { Invocation } from "./invocation.ts";
import { shortTimeOf } from "./layout.ts";
import { addMasterKeyCommand } from "./master-key.ts";
import { operationCommands } from "./operation-command.ts";

const { listKeys, rotateKeys } = byId(keyOperations);

type Key = AnswerOf<typeof keySchema>;

/** `latchkey key …`: the keys that seal codes and refresh tokens, vouch for forms and sign tokens. They rotate by themselves; the
 * commands rotate them at once. */
export function addKeyCommands(program: Command, invocation: Invocation): void {
  const key = program.command("key");
  const add = operationCommands(key, invocation);
  add(listKeys, { help: "every key, without its secret part", table });
  add(rotateKeys, {
    help: "make new keys now; they also rotate by themselves",
    table,
    notes: ({ items }, { content }) => (content.discard_old ? discardNotes(items) : rotationNotes(items)),
  });
  addMasterKeyCommand(key, invocation);
}

const meanings = new Map(Object.entries(keyMeanings));

const table = {
  headings: ["KEY ID", "PURPOSE", "FOR", "CREATED", "STATE"],
  row: (key: Key) => [
    key.key_id,
    key.purpose,
    meanings.get(key.purpose) ?? "",
    shortTimeOf(key.created_at),
    stateText(key),
  ],
};

function rotationNotes(keys: readonly Key[]): readonly string[] {
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

function discardNotes(keys: readonly Key[]): readonly string[] {
  const notes: string[] = [];
  if (keys.some(({ state }) => state === "seals" || state === "authenticates"))
    notes.push("The old keys are gone: what was made with them has to be started anew.");
  if (keys.some(({ state }) => state === "signs"))
    notes.push(
      "The new signing keys sign at once: clients that keep a copy of the key set must fetch it again.",
    );
  return notes;
}

function stateText({ state, retired_at }: Key): string {
  if (state === "published") return "published, signs in a minute";
  if (retired_at === null || state === "signs") return state;
  return `${state} only, since ${shortTimeOf(retired_at)}`;
}
