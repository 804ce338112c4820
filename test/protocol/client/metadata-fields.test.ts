import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { changeMetadata } from "../../../src/protocol/client/metadata-change.ts";
import { metadataRows } from "../../../src/protocol/client/metadata-fields.ts";
import { readRegistration, registeredMetadata } from "../../../src/protocol/client/registration.ts";
import { metadataFromStore, metadataToStore } from "../../../src/protocol/client/stored-metadata.ts";
import { aClient, unwrap } from "../fixtures.ts";
import { everyMetadata, only } from "./every-metadata.ts";

const docs = ["openid-connect.md", "registering.md"]
  .map((name) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8"))
  .join("\n");

describe("the table of a client's properties", () => {
  for (const [member, field] of metadataRows) {
    const value = everyMetadata[member];
    const { wire, option } = field;

    it(`${member}: the default is not the value that the tests use`, () => {
      assert.notDeepEqual(value, field.standard);
      assert.deepEqual(interfaceMetadata[member], field.standard);
    });

    it(`${member}: it is stored and read, a row without it has the default, and a damaged one is not read`, () => {
      const metadata = only(member, interfaceMetadata);
      const stored = JSON.parse(metadataToStore(metadata) ?? "{}");
      assert.deepEqual(metadataFromStore(stored), metadata);
      const { [member]: _, ...older } = stored;
      assert.deepEqual(metadataFromStore(older)?.[member], field.standard);
      for (const unwritten of [7, null]) {
        const damaged = metadataFromStore({ ...stored, [member]: unwritten });
        assert.equal(damaged?.[member], typeof value === "boolean" ? false : undefined);
        assert.equal(damaged === undefined, typeof value !== "boolean");
      }
    });

    if (wire !== null)
      it(`${member}: a registration with ${wire.name} is answered with it, and one without with the default`, () => {
        const needsKeys = field.isForSigning === true;
        const base = {
          redirect_uris: ["https://app.example/cb"],
          ...(needsKeys && { token_endpoint_auth_method: "private_key_jwt" }),
          ...(member === "sectorIdentifierUri" && { subject_type: "pairwise" }),
        };
        const answerTo = (json: object) => {
          const { changes } = unwrap(readRegistration(JSON.stringify({ ...base, ...json })));
          return registeredMetadata(aClient({ metadata: unwrap(changeMetadata(aClient(), changes)) }), []);
        };
        const written = field.write(value);
        assert.deepEqual(answerTo({ [wire.name]: written })[wire.name], written);
        if (needsKeys) return;
        const absent = wire.when === "set" ? undefined : field.write(field.standard);
        assert.deepEqual(answerTo({})[wire.name], absent);
      });

    if (wire !== null || option !== null)
      it(`${member}: the documents name its member and its option`, () => {
        const words = [option?.flags.split(" ", 1)[0], wire?.name].filter((word) => word !== undefined);
        for (const word of words) assert.ok(docs.includes(`\`${word}`), word);
      });
  }

  it("members that only a newer release knows are kept through a change", () => {
    const later = { laterFlag: true, laterList: [{ a: 1 }] };
    const read = metadataFromStore({ ...only("isThirdParty", interfaceMetadata), ...later }) ?? assert.fail();
    const changed = unwrap(changeMetadata(aClient({ metadata: read }), { isThirdParty: false }));
    const stored = JSON.parse(metadataToStore(changed) ?? "{}");
    assert.deepEqual([stored.isThirdParty, stored.laterFlag, stored.laterList], [false, true, [{ a: 1 }]]);
  });
});
