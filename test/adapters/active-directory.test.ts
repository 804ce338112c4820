import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { guidText } from "../../src/values/guid.ts";
import { type Asked, answersIn, ber, startFakeDirectory } from "../support/fake-directory.ts";
import { ask, askingOf, base } from "./asked-directory.ts";

/** Everything of Active Directory has lengths of four bytes, and a search of a whole domain ends with references to its parts. */
const long = answersIn("long");

/** A directory that finds Ada and answers her bind in this way. */
function windows(diagnosis: { readonly code: number; readonly diagnostic?: string }) {
  return ({ id, kind }: Asked) => {
    if (kind === "search")
      return Buffer.concat([
        long.entry(id, "CN=Ada,CN=Users,DC=corp,DC=example"),
        long.reference(id, "ldap://ForestDnsZones.corp.example/DC=ForestDnsZones,DC=corp,DC=example"),
        long.reference(id, "ldap://corp.example/CN=Configuration,DC=corp,DC=example"),
        long.searched(id, 0),
      ]);
    return id === 2 ? long.bound(id, 0) : long.bound(id, diagnosis.code, diagnosis.diagnostic);
  };
}

describe("Active Directory", () => {
  const said = (data: string) =>
    `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${data}, v4563\0`;
  const rows: readonly (readonly [what: string, code: number, diagnostic: string, told: string])[] = [
    ["the right password", 0, "", "valid"],
    ["a wrong one", 49, said("52e"), "invalid"],
    ["no such user", 49, said("525"), "absent"],
    ["outside of the hours", 49, said("530"), "restricted"],
    ["a disabled account", 49, said("533"), "disabled"],
    ["an account that has ended", 49, said("701"), "expired"],
    ["a locked account", 49, said("775"), "locked"],
    ["a right password that is too old", 49, said("532"), "expired"],
    ["a right password that must be changed", 49, said("773"), "expired"],
    ["no domain controller to ask", 49, said("51f"), "ldap-49"],
    ["an error of another kind", 49, said("8009"), "invalid"],
    ["no encryption", 8, "00002028: LdapErr", "ldap-8"],
  ];
  for (const [what, code, diagnostic, expected] of rows)
    it(`${what}: ${expected}`, async () => {
      await using directory = await startFakeDirectory(windows({ code, diagnostic }));
      assert.equal(await ask(directory, { username: "ada" }), expected);
      assert.equal(directory.connections(), 1, "no reference is followed");
    });

  it("an account that has ended is a no, and a password that must be changed is right", async () => {
    for (const [data, kind] of [
      ["701", "invalid"],
      ["773", "expired"],
    ] as const) {
      await using directory = await startFakeDirectory(windows({ code: 49, diagnostic: said(data) }));
      const asked = await askingOf(directory).ask({ username: "ada", password: "x", subject: undefined });
      assert.equal(asked.kind, kind);
    }
  });

  it("the subject is sought as the 16 bytes of its objectGUID", async () => {
    const bytes = Buffer.from("0102030405060708090a0b0c0d0e0f10", "hex");
    const subject = guidText(bytes);
    assert.equal(subject, "04030201-0605-0807-090a-0b0c0d0e0f10");
    await using directory = await startFakeDirectory(windows({ code: 0 }));
    const asked = { ...directory, subjectAttribute: "objectGUID" };
    assert.equal(await ask(asked, { username: "ada", subject }), "valid");
    const search = directory.asked.find(({ kind }) => kind === "search");
    const equality = ber(0xa3, Buffer.concat([ber(0x04, "objectGUID"), ber(0x04, bytes)]));
    assert.ok(search?.bytes.includes(equality));
    assert.equal(await ask(asked, { username: "ada", subject: "no guid" }), "absent");
  });

  it("a person without a service account binds by the name of the domain, searches, and binds as the entry", async () => {
    await using directory = await startFakeDirectory(({ id, kind }) =>
      kind === "search"
        ? Buffer.concat([long.entry(id, "CN=Ada,DC=corp"), long.searched(id, 0)])
        : long.bound(id, 0),
    );
    const own = {
      ...directory,
      template: "{username}@corp.example",
      subjectAttribute: "objectGUID",
      search: { base },
    };
    const subject = "04030201-0605-0807-090a-0b0c0d0e0f10";
    assert.equal(await ask(own, { username: "ada", subject }), "valid");
    assert.deepEqual(
      directory.asked.map(({ kind }) => kind).filter((kind) => kind !== "unbind"),
      ["bind", "search", "bind"],
    );
    assert.equal(await ask({ ...own, search: undefined }, { username: "josé" }), "valid");
    assert.ok(directory.asked.findLast(({ kind }) => kind === "bind")?.bytes.includes("josé@corp.example"));
    const [first, , second] = directory.asked;
    assert.ok(first?.bytes.includes("ada@corp.example") && first.bytes.includes("hunter2"));
    assert.ok(second?.bytes.includes("CN=Ada,DC=corp") && second.bytes.includes("hunter2"));
  });
});
