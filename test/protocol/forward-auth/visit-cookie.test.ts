import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { headersOf } from "../../../src/protocol/forward-auth/identity-headers.ts";
import { packVisit, unpackVisit, type VisitCookie } from "../../../src/protocol/forward-auth/visit-cookie.ts";
import { accountIdOf, clientIdOf, sessionIdOf } from "../../../src/values/ids.ts";
import { instantOf } from "../../../src/values/time.ts";

const visit: VisitCookie = {
  origin: "https://wiki.example.org:8443",
  clientId: clientIdOf("ABCDEFGHIJ0123456789"),
  accountId: accountIdOf("abcdefghij0123456789"),
  sessionId: sessionIdOf(Uint8Array.from({ length: 16 }, (_, index) => index)),
  beganAt: instantOf(1_767_268_800_123),
  strength: "two",
};

describe("the content of a visit's cookie", () => {
  it("is unpacked as it was packed", () => {
    const unpacked = unpackVisit(packVisit(visit));
    assert.deepEqual(unpacked && { ...unpacked, sessionId: Uint8Array.from(unpacked.sessionId) }, visit);
  });

  it("is nothing else than that: other bytes are no visit, and never an error", () => {
    const packed = packVisit(visit);
    for (let length = 0; length < packed.length; length += 1) {
      const cut = unpackVisit(packed.subarray(0, length));
      assert.ok(cut === undefined || cut.origin !== visit.origin, `${length}`);
    }
    for (const bytes of [[0], [2, 1], [1, 9], Buffer.from('{"origin":"https://wiki.example.org"}')])
      assert.equal(unpackVisit(Uint8Array.from(bytes)), undefined);
  });
});

describe("the headers of a person", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["Ada Lovelace", "Ada Lovelace"],
    ['O\'Brien, "Bob" <x>', 'O\'Brien, "Bob" <x>'],
    ["100%", "100%25"],
    ["Zoé", "Zo%C3%A9"],
    ["Анна Ω", "%D0%90%D0%BD%D0%BD%D0%B0 %CE%A9"],
    ["a\r\nRemote-User: root", "a%0D%0ARemote-User: root"],
    ["\u0000\u007f", "%00%7F"],
    ["\ud83d\udc69", "%F0%9F%91%A9"],
  ];
  for (const [name, header] of rows)
    it(`${JSON.stringify(name)} is ${header}`, () => {
      const headers = headersOf({ username: "ada", name });
      assert.equal(headers["remote-name"], header);
      assert.match(headers["remote-name"], /^[\x20-\x7e]*$/);
      assert.equal(decodeURIComponent(headers["remote-name"]), name);
    });

  it("have no address that nobody vouched for, because applications find accounts by it", () => {
    const email = "ada@example.org";
    assert.equal(headersOf({ username: "ada", email })["remote-email"], email);
    assert.equal(headersOf({ username: "ada", email, isEmailUnverified: true })["remote-email"], "");
  });

  it("have whole names of groups, as many as a proxy's buffer takes", () => {
    const groups = Array.from({ length: 100 }, (_, index) => `${"é".repeat(60)}${index}`);
    const text = headersOf({ username: "ada", groups })["remote-groups"];
    assert.ok(text.length <= 2_048);
    const names = decodeURIComponent(text).split(",");
    assert.ok(names.length > 3 && names.every((name) => groups.includes(name)));
  });
});
