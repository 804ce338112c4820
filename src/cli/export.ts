import { type FileHandle, open } from "node:fs/promises";
import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { exportClients } from "../flows/operator/export-clients.ts";
import { exportPeople } from "../flows/operator/export-people.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation } from "./invocation.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";

interface ExportWords {
  readonly withHashes?: true;
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
    // The trail knows of it before anything leaves the house.
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
