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
import {
  type ClaimSource,
  idTokenPersonClaims,
  userinfoClaims,
} from "../../../src/protocol/openid/claims.ts";
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
    assert.deepEqual(given([rule({ from: "claim:department", map: { Looms: "Weaver" } })]), {
      role: undefined,
    });
    for (const name of ["constructor", "toString"])
      assert.deepEqual(
        given([rule({ from: "claim:department", map: { Looms: "W" } })], {
          ...ada,
          claims: { department: name },
        }),
        { role: undefined },
      );
  });

  it("is the first of the map's groups if it is single, whatever the person's order is", () => {
    const single = rule({ from: "groups", single: true, map: { staff: "Editor", board: "Admin" } });
    assert.deepEqual(given([single]), { role: "Editor" });
    assert.deepEqual(given([single], { ...ada, groups: ["board"] }), { role: "Admin" });
    assert.deepEqual(given([single], { ...ada, groups: ["guests"] }), { role: undefined });
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
      [{ role: "one" }, { role: "one" }, { api: "two" }, {}],
    );
    assert.equal(claimsByRule([], ada, "userinfo"), undefined);
  });

  it("is nothing for an attribute that the person does not have, also where every object has a member of its name", () => {
    for (const person of [ada, { ...ada, claims: undefined }])
      assert.deepEqual(given([rule({ from: "claim:constructor" })], person), { role: undefined });
    const claims = { constructor: "Cranes" } as Readonly<Record<string, string>>;
    assert.deepEqual(given([rule({ from: "claim:constructor" })], { ...ada, claims }), { role: "Cranes" });
    assert.deepEqual(given([rule({ name: "constructor", value: "x" })]), { constructor: "x" });
  });
});

describe("a claim by rule takes the place of the claim of a scope", () => {
  const sub = "s" as never;
  const bob = { ...ada, username: "1815", claims: {} };
  const inBoth = (rules: readonly ClaimRule[], person: ClaimSource, requested: readonly string[] = []) => {
    const answers = [
      userinfoClaims({ sub, person, scope: ["profile", "groups"], requested, byRule: given(rules, person) }),
      idTokenPersonClaims({
        person,
        scope: ["profile", "groups"],
        requested,
        byRule: claimsByRule(rules, person, "id_token"),
      }),
    ];
    return answers.map((answer) => JSON.parse(JSON.stringify(answer)));
  };

  it("also where it gives nothing, so that nobody passes for another person by a username of their own choice", () => {
    const rules = [rule({ name: "preferred_username", from: "claim:department" })];
    for (const { preferred_username } of inBoth(rules, ada)) assert.equal(preferred_username, "Engines");
    for (const { preferred_username } of inBoth(rules, bob)) assert.equal(preferred_username, undefined);
    const both = [...rules, rule({ name: "preferred_username", from: "claim:preferred_username" })];
    for (const { preferred_username } of inBoth(both, bob)) assert.equal(preferred_username, "1815");
  });

  it("but not for people of whom it does not speak", () => {
    const rules = [rule({ name: "preferred_username", value: "x", group: "guests" })];
    for (const { preferred_username } of inBoth(rules, ada)) assert.equal(preferred_username, "ada");
  });

  it("also in an ID token that it does not fit into, and where the claim is requested by name", () => {
    const names = Array.from({ length: 18 }, (_, at) => `${at}-${"x".repeat(97)}`);
    const map = Object.fromEntries(names.map((name) => [name, name.toUpperCase()]));
    const rules = [rule({ name: "groups", from: "groups", map })];
    const person = { ...ada, groups: [...names, "secret-project"] };
    for (const requested of [[], ["groups"]]) {
      const [atUserinfo, inToken] = inBoth(rules, person, requested);
      assert.deepEqual(atUserinfo.groups, Object.values(map));
      assert.deepEqual(inToken.groups, requested.length === 0 ? undefined : Object.values(map));
    }
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
      // Programs in Go read these for sub, email and email_verified.
      "Sub",
      "EMAIL",
      "Email_Verified",
    ])
      assert.match(whyNot(JSON.stringify({ name, value: "x" })), /vouches for/, name);
    for (const name of ["", "__proto__", "1a", "a b", "a\u0000", "a".repeat(101)])
      assert.match(whyNot(JSON.stringify({ name, value: "x" })), /needs a name/, name);
  });

  it("if it tells an API the groups or roles of a person, which do not depend on the client", () => {
    for (const name of ["groups", "roles", "Roles"]) {
      const text = JSON.stringify({ name, value: "board", in: ["id_token", "access_token"] });
      assert.match(whyNot(text), /api update RESOURCE --role/, name);
      assert.ok(readClaimRule(JSON.stringify({ name, value: "board" })).ok);
    }
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
