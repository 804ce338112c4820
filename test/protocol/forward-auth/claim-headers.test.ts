import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ClaimRule, readClaimRule } from "../../../src/protocol/client/claim-rule.ts";
import { claimHeaderNames, claimHeaders } from "../../../src/protocol/forward-auth/claim-headers.ts";
import { instantOf } from "../../../src/values/time.ts";

const ada = { username: "ada", updatedAt: instantOf(0), groups: ["staff", "a,b", "Räte"] };
const header = (name: string, rule: Partial<ClaimRule>): ClaimRule => ({ name, in: ["header"], ...rule });
const whyNot = (rule: object) => {
  const read = readClaimRule(JSON.stringify(rule));
  return read.ok ? "" : read.reason;
};

describe("the name of a header by rule", () => {
  for (const name of [
    "Remote-Role",
    "remote-role",
    "X-Role",
    "X-Forwarded-User",
    "X-Forwarded-Preferred-Username",
    "X-WebAuth-User",
    "X-Authentik-Uid2",
  ])
    it(`may be ${name}`, () => assert.equal(whyNot(header(name, { value: "x" })), ""));

  for (const name of [
    "Remote-User",
    "REMOTE-groups",
    "Remote-Addr",
    "Latchkey-Assertion",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Forwarded-Uri",
    "X-Forwarded",
    "X-Real-IP",
    "X-Original-URL",
    "X-Rewrite-URL",
    "X-HTTP-Method-Override",
    "X-Accel-Redirect",
    "Authorization",
    "Cookie",
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Connection",
    "Upgrade",
    "Role",
    "X",
    "X-",
    "X-Role-",
    "X--Role",
    "X-Role:",
    "X-Rôle",
    "X_Role",
    "Remote_Role",
    "X-Role\r\nX-Admin",
    "X-Role ",
  ])
    it(`cannot be ${JSON.stringify(name)}`, () => assert.notEqual(whyNot(header(name, { value: "x" })), ""));

  it("stands for no token too", () =>
    assert.match(whyNot({ name: "X-Role", value: "x", in: ["header", "userinfo"] }), /gets no tokens/));
});

describe("the value of a header by rule", () => {
  const given = (rule: Partial<ClaimRule>, person: object = {}) =>
    claimHeaders([header("X-A", rule)], { ...ada, ...person })["x-a"];
  it("is encoded as the other headers are", () => {
    assert.equal(given({ value: "plain text" }), "plain text");
    assert.equal(given({ from: "claim:team" }, { claims: { team: "a\r\nX-Admin: 1" } }), "a%0D%0AX-Admin: 1");
    assert.equal(given({ from: "claim:team" }, { claims: { team: "Zoé 100%" } }), "Zo%C3%A9 100%25");
    assert.equal(given({ value: true }), "true");
    assert.equal(given({ value: 7 }), "7");
    assert.equal(given({ from: "groups" }), "staff,a%2Cb,R%C3%A4te");
    assert.equal(given({ from: "claim:address" }, { address: "1 Main St\nTown" }), "1 Main St%0ATown");
  });
  it("is empty where no rule gives one, and for nobody", () => {
    assert.equal(given({ from: "claim:team" }), "");
    assert.equal(given({ value: "x", group: "other" }), "");
    assert.deepEqual(claimHeaders([header("X-A", { value: "x" })], undefined), { "x-a": "" });
    assert.deepEqual(claimHeaders([], ada), {});
  });
  it("is that of the first rule of the name, whose case does not matter", () => {
    const rules = [header("X-A", { value: "first", group: "staff" }), header("x-a", { value: "second" })];
    assert.deepEqual(claimHeaders(rules, ada), { "x-a": "first" });
    assert.deepEqual(claimHeaders(rules, { ...ada, groups: [] }), { "x-a": "second" });
    assert.deepEqual(claimHeaderNames(rules), ["x-a"]);
  });
  it("never is an unverified address, and loses what does not fit", () => {
    const person = { email: "ada@example.org", isEmailUnverified: true };
    assert.equal(given({ from: "claim:email" }, person), "");
    assert.equal(given({ from: "claim:email" }, { email: "ada@example.org" }), "ada@example.org");
    const groups = Array.from({ length: 900 }, (_, index) => `group ${index}`);
    const text = given({ from: "groups" }, { groups }) ?? "";
    assert.ok(text.length <= 4_096 && /(^|,)group \d+$/.test(text));
    assert.equal(given({ from: "claim:team" }, { claims: { team: "é".repeat(1_000) } }), "");
  });
});
