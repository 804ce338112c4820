import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { Command } from "commander";
import { addMetadataOptions, metadataChanges, propertyOptions } from "../../src/cli/client-options.ts";
import { clientDetails, createCommand } from "../../src/cli/client-view.ts";
import { clientRecord } from "../../src/flows/operator/client-record.ts";
import { clientBody } from "../../src/operations/client-schema.ts";
import { type Client, type ClientMetadata, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { changeMetadata } from "../../src/protocol/client/metadata-change.ts";
import { metadataRows } from "../../src/protocol/client/metadata-fields.ts";
import { isWritten } from "../../src/protocol/client/metadata-row.ts";
import { everyMetadata, only } from "../protocol/client/every-metadata.ts";
import { aClient, unwrap } from "../protocol/fixtures.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-properties-"));
writeFileSync(join(folder, "keys.json"), JSON.stringify({ keys: everyMetadata.publicKeys }));
after(() => rmSync(folder, { recursive: true }));

/** What the options make of the metadata. */
function changedBy(words: readonly string[], metadata: ClientMetadata): ClientMetadata {
  const command = addMetadataOptions(new Command(), { mayTakeAway: true });
  command.parse(words, { from: "user" });
  const changes = unwrap(
    metadataChanges({ cwd: folder } as Parameters<typeof metadataChanges>[0], command.opts()),
  );
  return unwrap(changeMetadata(aClient({ metadata }), changes ?? {}));
}

/** The words behind `client create --name … --redirect-uri …` of the command that registers such a client. */
function optionsOf(client: Client): string[] {
  const shellWords = (command: string) => command.match(/'[^']*'|[^ ]+/g) ?? [];
  return shellWords(createCommand(client))
    .slice(shellWords(createCommand(aClient())).length)
    .map((word) => word.replace(/^'|'$/g, ""));
}

/** What `client show` prints. */
const detailsOf = (client: Client) => clientDetails(clientBody(client, { uses: [] }), client.metadata);

describe("the options of a client's properties", () => {
  for (const { member, field, option } of propertyOptions()) {
    const metadata = only(member, interfaceMetadata);
    const client = aClient({ metadata });

    it(`${member}: the command that registers a client again says it by ${option.long}`, () => {
      const words = optionsOf(client);
      assert.ok(words.includes(option.long ?? ""), words.join(" "));
      assert.deepEqual(changedBy(words, interfaceMetadata)[member], everyMetadata[member]);
    });

    it(`${member}: its other form takes it away`, () => {
      const word = option.negate ? option.long?.replace("no-", "") : option.long?.replace("--", "--no-");
      assert.deepEqual(changedBy([word ?? ""], metadata)[member], field.standard);
    });
  }

  for (const [member, field] of metadataRows) {
    const metadata = only(member, interfaceMetadata);
    const value = metadata[member];
    const { record, label } = field;

    if (record !== null)
      it(`${member}: --json has it as ${record.name}`, () => {
        const json = { ...clientRecord(aClient({ metadata }), { uses: [] }) } as Record<string, unknown>;
        assert.deepEqual(json[record.name], field.write(value));
        const plain = { ...clientRecord(aClient(), { uses: [] }) };
        const isThere = isWritten(record, field, field.standard, interfaceMetadata);
        assert.equal(record.name in plain, isThere);
      });

    if (label !== null)
      it(`${member}: client show says it as ${label}, and nothing where it is the default`, () => {
        const lines = detailsOf(aClient({ metadata }));
        const at = lines.findIndex(([name]) => name === label);
        const said = field.describe(value);
        assert.ok(said.length > 0);
        assert.deepEqual(
          lines.slice(at, at + said.length).map(([, text]) => text),
          said,
        );
        assert.ok(!detailsOf(aClient()).some(([name]) => name === label));
      });
  }
});
