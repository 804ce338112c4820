import type { Command } from "commander";
import type { Administration } from "../administration.ts";
import { type ClientFormat, clientFormats, readClients } from "../flows/operator/import/client-formats.ts";
import { type ImportedClient, importClient } from "../flows/operator/import/clients.ts";
import { recogniseClients } from "../flows/operator/import/recognise.ts";
import { endpointNames, oldPaths, oldProducts } from "../protocol/old-product/paths.ts";
import { ok, refuse } from "../values/result.ts";
import { withExisting } from "./administration.ts";
import { emptyFile, nameOf, openSourceFile, unknownFormat, yamlReader } from "./import-source.ts";
import { type Invocation, wantsJson } from "./invocation.ts";
import { withNext } from "./next-commands.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

/** The options of `import clients`. */
export interface ClientImportWords {
  readonly format?: ClientFormat;
  readonly dryRun?: true;
  readonly admins?: true;
}

/** Clients are few, so each is a transaction, and what became of it is printed at once with its new secret. */
export async function importClients(
  invocation: Invocation,
  command: Command,
  file: string,
  words: ClientImportWords,
): Promise<Outcome> {
  const opened = await openSourceFile(file);
  if (!opened.ok) return opened;
  const source = opened.value;
  const recognised = words.format === undefined ? recogniseClients(source.start) : ok(words.format);
  if (!recognised.ok) return refuse(unknownFormat(file, Object.keys(clientFormats), recognised.reason));
  const format = recognised.value;
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration }) => {
    terminal.note(`Reading ${nameOf(file)} as ${clientFormats[format]}.`);
    const counts = { created: 0, skipped: 0, refused: 0 };
    const [isDryRun, changesRights] = [words.dryRun === true, words.admins === true];
    let breaksAt: number | undefined;
    for await (const entry of readClients(format, source.chunks, await yamlReader())) {
      if (entry.breaksFile) breaksAt = entry.line;
      const outcome = await importClient(registryOf(administration), entry, { isDryRun, changesRights });
      counts[outcome.outcome] += 1;
      tell(invocation, command, outcome, { isDryRun });
    }
    const { created, skipped, refused } = counts;
    const verb = isDryRun ? "Nothing was kept. It would be:" : "Done:";
    terminal.note(`${verb} ${created} created, ${skipped} skipped, ${refused} refused.`);
    for (const line of movingNotes(format)) terminal.note(line);
    if (breaksAt !== undefined)
      return refuse({
        exitCode: exitCodes.failed,
        cause: `${nameOf(file)} cannot be read beyond line ${breaksAt}.`,
        hint: "Get the complete file and import it again. Clients that exist already are skipped.",
      });
    if (created + skipped + refused === 0) return refuse(emptyFile(file, "no client"));
    return refused === 0
      ? done
      : refuse({ exitCode: exitCodes.failed, cause: "Not every client could be kept." });
  });
}

/** How applications can keep the addresses that they are configured with. */
function movingNotes(format: ClientFormat): readonly string[] {
  const product = oldProducts.find((name) => name === format);
  if (product === undefined) return [];
  return [
    `Applications need no other settings if the issuer of ${product} becomes LATCHKEY_BASE_URL, with LATCHKEY_OLD_PATHS=${product}. Below it, these answer too:`,
    ...oldPaths[product].map(([path, endpoint]) => `  ${path} (${endpointNames[endpoint]})`),
  ];
}

function tell(
  invocation: Invocation,
  command: Command,
  imported: ImportedClient,
  { isDryRun }: { readonly isDryRun: boolean },
): void {
  const { terminal } = invocation;
  const { line, clientId, outcome, secret, notes } = imported;
  if (wantsJson(command))
    terminal.printJson(
      withNext(
        invocation,
        {
          line,
          client_id: clientId ?? null,
          outcome,
          ...(secret !== undefined && { client_secret: secret.reveal() }),
          notes,
        },
        // An id of a file that is refused may be any text.
        clientId === undefined || isDryRun || outcome === "refused" ? [] : [`client show ${clientId}`],
      ),
    );
  else if (secret !== undefined)
    terminal.print(`${clientId} has a new secret, which is shown this once: ${secret.reveal()}`);
  if (!wantsJson(command))
    for (const note of notes) terminal.note(`Line ${line}, ${clientId ?? "a client"}: ${outcome}. ${note}`);
}

function registryOf({ store, clock, random, audit }: Administration) {
  return { clients: store.clients, accounts: store.accounts, clock, random, audit };
}
