import { type FileHandle, open } from "node:fs/promises";
import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { exportClients } from "../flows/operator/export-clients.ts";
import { exportPeople } from "../flows/operator/export-people.ts";
import { byId } from "../operations/operation.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { openCall } from "./operation-call.ts";
import { problemOf } from "./operation-command.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";

interface ExportWords {
  readonly withHashes?: true;
}

interface ConfigWords {
  readonly users?: true;
}

/** `latchkey export …`: JSON lines that `latchkey import` reads. */
export function addExportCommands(program: Command, invocation: Invocation): void {
  const group = program.command("export");
  group
    .command("users [file]")
    .description("all people, to a new file that only you can read, or to stdout")
    .option("--with-hashes", "with password hashes and the secrets of authenticator apps")
    .action(
      action(invocation, (file: string | undefined, words: ExportWords, command: Command) =>
        run(invocation, command, { file, words, act: "users-exported" }, (administration) => {
          const { store, keyring } = administration;
          const { accounts, totps, upstreamIdentities } = store;
          const ports = { accounts, totps, upstreamIdentities, sealer: keyring };
          return exportPeople(ports, { withHashes: words.withHashes === true });
        }),
      ),
    );
  group
    .command("config [file]")
    .description(
      "clients, APIs, groups, providers, webhooks and, if asked for, people, as `latchkey apply` reads them; no secrets",
    )
    .option("--users", "with people, as they would be declared: no passwords")
    .action(
      action(invocation, (file: string | undefined, words: ConfigWords, command: Command) =>
        exportConfig(invocation, command, { file, withUsers: words.users === true }),
      ),
    );
  group
    .command("clients [file]")
    .description(
      "the applications that operators registered, to a new file that only you can read, or to stdout",
    )
    .option("--with-hashes", "with the digests of their secrets")
    .action(
      action(invocation, (file: string | undefined, words: ExportWords, command: Command) =>
        run(invocation, command, { file, words, act: "clients-exported" }, ({ store }) =>
          exportClients(store.clients, { withHashes: words.withHashes === true }),
        ),
      ),
    );
}

/** The parts of a declared state, as the operation returns them. */
type Parts = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Writes what `latchkey apply` reads. It has no secrets, so everybody who may list clients may also read it. */
function exportConfig(
  invocation: Invocation,
  command: Command,
  { file, withUsers }: { readonly file: string | undefined; readonly withUsers: boolean },
): Promise<Outcome> {
  return withExisting(invocation, command, async (opened) => {
    const { terminal } = invocation;
    const { stateOperations } = await import("../operations/state.ts");
    const { exportState } = byId(stateOperations);
    const query = withUsers ? ({ users: "true" } as const) : {};
    const call = { ...openCall(opened), params: undefined, query, body: undefined };
    const answered = await exportState.run({ ...call, ifMatch: undefined });
    if (!answered.ok) return refuse(problemOf({ invocation, hints: {}, names: {} }, answered.reason));
    const state: Parts = { ...answered.value.body };
    const target = file === undefined ? ok(undefined) : await create(file);
    if (!target.ok) return target;
    if (target.value === undefined && wantsJson(command)) {
      terminal.printJson(state);
      return done;
    }
    const { writeDeclarations } = await import("../adapters/declared/written.ts");
    const text = wantsJson(command) ? `${JSON.stringify(state, null, 2)}\n` : writeDeclarations(state);
    if (target.value === undefined) text.trimEnd().split("\n").forEach(terminal.print);
    else {
      await target.value.appendFile(text);
      await target.value.close();
      terminal.note(`Written to ${file}.`);
    }
    return done;
  });
}

interface Wanted {
  readonly file: string | undefined;
  readonly words: ExportWords;
  readonly act: "users-exported" | "clients-exported";
}

function run(
  invocation: Invocation,
  command: Command,
  { file, words, act }: Wanted,
  recordsOf: (administration: Administration) => AsyncIterable<object>,
): Promise<Outcome> {
  return withExisting(invocation, command, async ({ administration }) => {
    const { terminal } = invocation;
    const target = file === undefined ? ok(undefined) : await create(file);
    if (!target.ok) return target;
    // The audit entry is written before any data is output.
    const { store, audit } = administration;
    await store.auditTrail.append([audit.entry(act, undefined, { withHashes: words.withHashes === true })]);
    let count = 0;
    try {
      for await (const record of recordsOf(administration)) {
        count += 1;
        const line = JSON.stringify(record);
        if (target.value === undefined) terminal.print(line);
        else await target.value.appendFile(`${line}\n`);
      }
      await target.value?.sync();
    } finally {
      await target.value?.close();
    }
    terminal.note(`${count} written${file === undefined ? "" : ` to ${file}`}.`);
    return done;
  });
}

/** Never over another file: an export that was cut off would leave neither the old nor the new. */
async function create(file: string): Promise<Result<FileHandle, Problem>> {
  try {
    return ok(await open(file, "wx", 0o600));
  } catch (error) {
    const code = errorCodeOf(error);
    return code === "EEXIST"
      ? refuse({ exitCode: exitCodes.conflict, cause: `${file} exists already. Name a new file.` })
      : refuse({ exitCode: exitCodes.badConfiguration, cause: `${file} is not writable (${code}).` });
  }
}
