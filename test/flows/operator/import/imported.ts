import { parseDocument } from "yaml";
import { openKeyring } from "../../../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../../../src/adapters/keys/master-key.ts";
import { importPeople } from "../../../../src/flows/operator/import/people.ts";
import type { ImportOptions } from "../../../../src/flows/operator/import/prepare-person.ts";
import type { PeopleFile } from "../../../../src/flows/operator/import/source.ts";
import { type PeopleFormat, readPeople } from "../../../../src/flows/operator/import/sources.ts";
import type { ReportLine, Tally } from "../../../../src/flows/operator/import/tally.ts";
import type { AccountName } from "../../../../src/identity/account-name.ts";
import { sha256 } from "../../../../src/values/digest.ts";
import { isJsonObject } from "../../../../src/values/json-object.ts";
import { Secret } from "../../../../src/values/secret.ts";
import { unwrap } from "../../../protocol/fixtures.ts";
import { openRegistry } from "../store.ts";

/** What an import said and counted. */
export interface Imported extends Tally {
  readonly report: readonly ReportLine[];
}

/** An installation in a folder of its own, into which texts are imported. */
export async function openImports() {
  const registry = await openRegistry();
  const masterKey = masterKeyFromSecret(new Secret("a master key of more than thirty-two characters"));
  const sealer = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });

  async function importText(
    format: PeopleFormat,
    text: string,
    options: Partial<ImportOptions> = {},
    said: Partial<PeopleFile> = {},
    isRead: "once" | "again" = "again",
  ): Promise<Imported> {
    const report: ReportLine[] = [];
    const ended = await importPeople(
      { ...registry, sealer },
      {
        source: sha256(registry.random.alphanumeric(20)),
        entries: readPeople(format, fileOf(text, said, isRead)),
        options: {
          onConflict: "update",
          createsGroups: true,
          changesRights: false,
          isDryRun: false,
          ...options,
        },
        report: {
          append: async (lines) => report.push(...lines),
          length: async () => 0,
          cut: async () => {},
        },
        onProgress: () => {},
        isInterrupted: () => false,
      },
    );
    return { ...unwrap(ended), report };
  }

  return {
    importText,
    registry,
    /** The account of this name, which is there. */
    find: async (name: string) => {
      const account = await registry.accounts.findByName(name as AccountName);
      if (account === undefined) throw new Error(`${name} is not there`);
      return account;
    },
    /** The acts of the trail from the beginning, with those details that tell them apart. */
    acts: async () => {
      const { items } = await registry.auditTrail.list({ limit: 200, order: "oldest" });
      return items.map(({ act, target, details }) => ({ act, target, details }));
    },
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
}

function fileOf(text: string, said: Partial<PeopleFile>, isRead: "once" | "again"): PeopleFile {
  const again = async function* () {
    yield text;
  };
  return { chunks: again(), ...(isRead === "again" && { again }), readYaml, ...said };
}

function readYaml(text: string) {
  const value: unknown = parseDocument(text).toJS();
  return isJsonObject(value) ? value : undefined;
}
