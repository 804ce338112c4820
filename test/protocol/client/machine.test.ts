import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { describeMachineProblem, whyNoMachine } from "../../../src/protocol/client/machine.ts";
import { metadataRows } from "../../../src/protocol/client/metadata-fields.ts";
import { everyMetadata } from "./every-metadata.ts";

const machine: ClientMetadata = { ...interfaceMetadata, isMachine: true };

function reasonOf(metadata: ClientMetadata, redirectUris: readonly string[] = [], before?: ClientMetadata) {
  return whyNoMachine({ metadata, redirectUris }, before && { metadata: before });
}

describe("a machine client", () => {
  it("has no redirect URI", () => {
    assert.equal(reasonOf(machine), undefined);
    assert.deepEqual(reasonOf(machine, ["https://app.example/cb"]), { kind: "machine-redirect-uri" });
  });

  const fitting = [
    "isMachine",
    "machineScope",
    "adminScope",
    "publicKeys",
    "publicKeysUri",
    "requiresDpop",
    "resources",
    "audience",
  ];
  for (const [member] of metadataRows)
    it(`${member}: ${fitting.includes(member) ? "means something without a person" : "is for people, so it is refused"}`, () => {
      const problem = reasonOf({ ...machine, [member]: everyMetadata[member] });
      const expected = fitting.includes(member) ? undefined : { kind: "machine-signs-nobody-in", member };
      assert.deepEqual(problem, expected);
    });

  it("stays one, and no other client becomes one", () => {
    assert.equal(reasonOf(machine, [], machine), undefined);
    assert.deepEqual(reasonOf(interfaceMetadata, [], machine), { kind: "machine-fixed" });
    assert.deepEqual(reasonOf(machine, [], interfaceMetadata), { kind: "machine-fixed" });
  });

  it("a client of people has no scope of its own", () => {
    assert.equal(reasonOf(interfaceMetadata, ["https://app.example/cb"]), undefined);
    assert.deepEqual(reasonOf({ ...interfaceMetadata, machineScope: ["read"] }), {
      kind: "machine-scope-unused",
      option: "--scope",
    });
  });

  it("a refusal names the option", () => {
    assert.equal(
      describeMachineProblem({ kind: "machine-signs-nobody-in", member: "mayRefresh" }),
      "A machine client signs nobody in, so --refresh would do nothing here.",
    );
  });
});
