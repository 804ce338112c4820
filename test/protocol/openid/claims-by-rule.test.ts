import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type ClaimRule,
  claimPlaces,
  describeClaimRule,
  groupsOfRules,
  isClaimRule,
  readClaimRule,
} from "../../../src/protocol/client/claim-rule.ts";
import type { ClaimSource } from "../../../src/protocol/openid/claims.ts";
import { claimsByRule } from "../../../src/protocol/openid/claims-by-rule.ts";
import type { Instant } from "../../../src/values/time.ts";

const ada: ClaimSource = {
  username: "ada",
  name: "Ada Lovelace",
  email: "ada@example.org",
  groups: ["board", "staff"],
  claims: { department: "Engines", locale: "en-GB" },
  updatedAt: 1_767_268_800_000 as Instant,
};

function rule(members: object): ClaimRule {
  const read = readClaimRule(JSON.stringify({ name: "role", ...members }));
  assert.ok(read.ok, read.ok ? "" : read.reason);
  return read.value;
}

function whyNot(text: string): string {
  const read = readClaimRule(text);
  assert.equal(read.ok, false, text);
  return read.ok ? "" : read.reason;
}

const given = (rules: readonly ClaimRule[], person = ada) => claimsByRule(rules, person, "userinfo");

describe("what a rule gives", () => {
  it("is a claim, an attribute, the groups, or the same for everybody", () => {
    assert.deepEqual(
      given([
        rule({ from: "claim:department" }),
        rule({ name: "login", from: "claim:preferred_username" }),
        rule({ name: "teams", from: "groups" }),
        rule({ name: "is_internal", value: true }),
      ]),
      { role: "Engines", login: "ada", teams: ["board", "staff"], is_internal: true },
    );
  });

  it("is looked up in the map, and left out where the map has nothing", () => {
    const mapped = rule({ from: "groups", map: { staff: "Editor", guests: "Viewer", board: "Editor" } });
    assert.deepEqual(given([mapped]), { role: ["Editor"] });
    assert.deepEqual(given([mapped], { ...ada, groups: [] }), { role: [] });
    assert.deepEqual(given([rule({ from: "claim:department", map: { Looms: "Weaver" } })]), {});
    for (const name of ["constructor", "toString"])
      assert.deepEqual(
        given([rule({ from: "claim:department", map: { Looms: "W" } })], {
          ...ada,
          claims: { department: name },
        }),
        {},
      );
  });

  it("is the first of the map's groups if it is single, whatever the person's order is", () => {
    const single = rule({ from: "groups", single: true, map: { staff: "Editor", board: "Admin" } });
    assert.deepEqual(given([single]), { role: "Editor" });
    assert.deepEqual(given([single], { ...ada, groups: ["board"] }), { role: "Admin" });
    assert.deepEqual(given([single], { ...ada, groups: ["guests"] }), {});
  });

  it("comes from the first rule of a name that gives anything", () => {
    const rules = [rule({ value: "Admin", group: "board" }), rule({ value: "Viewer" })];
    assert.deepEqual(given(rules), { role: "Admin" });
    assert.deepEqual(given(rules, { ...ada, groups: ["staff"] }), { role: "Viewer" });
    assert.deepEqual(given(rules, { ...ada, groups: undefined }), { role: "Viewer" });
  });

  it("stands in the ID token and at userinfo, or where the rule says", () => {
    const rules = [rule({ value: "one" }), rule({ name: "api", value: "two", in: ["access_token"] })];
    assert.deepEqual(
      claimPlaces.map((place) => claimsByRule(rules, ada, place)),
      [{ role: "one" }, { role: "one" }, { api: "two" }],
    );
    assert.equal(claimsByRule([], ada, "userinfo"), undefined);
  });
});

describe("a rule is refused", () => {
  it("if it names what the service itself vouches for", () => {
    for (const name of [
      "sub",
      "iss",
      "aud",
      "acr",
      "email",
      "email_verified",
      "scope",
      "client_id",
      "cnf",
      "id",
    ])
      assert.match(whyNot(JSON.stringify({ name, value: "x" })), /vouches for/, name);
    for (const name of ["", "__proto__", "1a", "a b", "a\u0000", "a".repeat(101)])
      assert.match(whyNot(JSON.stringify({ name, value: "x" })), /needs a name/, name);
  });

  it("if it has no source or two, or one that nobody has", () => {
    for (const source of [{}, { from: "groups", value: "x" }])
      assert.match(whyNot(JSON.stringify({ name: "role", ...source })), /either from/);
    for (const from of ["claim:", "claim:Department", "email", "claim:__proto__", "header:x"])
      assert.match(whyNot(JSON.stringify({ name: "role", from })), /no usable source/, from);
    for (const value of ["", "a\nb", 1.5, "a".repeat(101)])
      assert.match(whyNot(JSON.stringify({ name: "role", value })), /neither a text/);
  });

  it("if its map or its bounds mean nothing", () => {
    const refused: readonly [object, RegExp][] = [
      [{ value: "x", map: { a: "b" } }, /map without from/],
      [{ from: "groups", map: {} }, /needs a map/],
      [{ from: "groups", map: { a: 1 } }, /needs a map/],
      [{ from: "groups", single: true }, /single only with/],
      [{ from: "claim:locale", map: { a: "b" }, single: true }, /single only with/],
      [{ from: "groups", map: { 7: "b" }, single: true }, /numbers/],
      [{ value: "x", group: "" }, /name of a group/],
      [{ value: "x", in: [] }, /can stand in/],
      [{ value: "x", in: ["id_token", "id_token"] }, /can stand in/],
      [{ value: "x", in: ["cookie"] }, /can stand in/],
      [{ value: "x", script: "return 1" }, /member script/],
    ];
    for (const [members, why] of refused)
      assert.match(whyNot(JSON.stringify({ name: "role", ...members })), why, JSON.stringify(members));
    assert.match(whyNot("role=Admin"), /not a JSON object/);
  });
});

describe("a rule in words", () => {
  it("says all of it, and names the groups that it rests on", () => {
    const whole = rule({
      from: "groups",
      map: { staff: "Editor" },
      single: true,
      group: "board",
      in: ["access_token"],
    });
    assert.equal(
      describeClaimRule(whole),
      "role: groups (staff → Editor; the first alone) for the group board in access_token",
    );
    assert.deepEqual(groupsOfRules([whole, rule({ from: "claim:locale", map: { en: "x" } })]), [
      "staff",
      "board",
    ]);
    assert.equal(isClaimRule({ ...whole, later: 1 }), false);
  });
});
