import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { GroupName } from "../../src/identity/group.ts";
import type { Upstream } from "../../src/protocol/upstream/upstream.ts";
import { TestProvider } from "../support/upstream-provider.ts";
import { Stage } from "./support/stage.ts";
import { addUpstream, signInAt } from "./support/upstream-stage.ts";

const stage = await Stage.set();
const { ports, clock } = stage.inProcess;
const provider = await TestProvider.start(() => clock.now());
after(async () => {
  await provider[Symbol.asyncDispose]();
  await stage.inProcess[Symbol.asyncDispose]();
});

const honest = { sub: "grace there", name: "Grace" };
const [staff, board, local] = ["staff", "board", "local"] as GroupName[] as [GroupName, GroupName, GroupName];
const groups = { "cn=Staff,dc=acme": "staff", Leads: "board", "Also leads": "board" };
let upstream: Upstream;

before(async () => {
  for (const name of [staff, board, local]) await ports.groups.create({ name, createdAt: clock.now() }, 10);
  upstream = await addUpstream(stage, provider, {
    createsAccounts: true,
    groupMapping: { claim: "groups", groups },
  });
});
beforeEach(() => {
  provider.twist = {};
  clock.advance(3_600);
});

async function graceNow() {
  const identity = await ports.upstreamIdentities.find(upstream.name, honest.sub);
  return identity && ports.accounts.find(identity.accountId);
}

/** Signs Grace in while the provider says that she is in these groups; the groups that she is in here then. */
async function signedInWith(said: unknown) {
  provider.person = { ...honest, ...(said === undefined ? {} : { groups: said }) };
  const answer = await signInAt(stage.newBrowser(), stage.target());
  assert.equal(answer.status, 302, answer.body);
  return (await graceNow())?.groups ?? [];
}

test("a person joins and leaves the mapped groups as the provider says at each sign-in, and no others", async () => {
  assert.deepEqual(await signedInWith(["cn=Staff,dc=acme", "Leads", "nobody here knows", "local"]), [
    "board",
    "staff",
  ]);
  const account = await graceNow();
  assert.ok(account);
  await ports.groups.add(local, account.id, 10);
  assert.deepEqual(await signedInWith(["Also leads"]), ["board", "local"]);
  assert.deepEqual(await signedInWith("cn=Staff,dc=acme"), ["local", "staff"]);
  assert.deepEqual(await signedInWith(undefined), ["local"], "a claim that is not there names no group");
  assert.deepEqual(await signedInWith([7, null, { name: "Leads" }, ["Leads"]]), ["local"]);
});

test("userinfo is asked where the ID token has no groups", async () => {
  provider.twist = {
    claims: ({ groups: _, ...claims }) => ({ ...claims, email: "grace@example.org" }),
    userinfo: (person) => ({ ...person, groups: ["Leads"] }),
  };
  assert.ok((await signedInWith(["Leads"])).includes(board));
});

test("each change is in the audit trail, and a sign-in that changes nothing has no entry", async () => {
  await signedInWith(["Leads"]);
  await signedInWith(["Leads"]);
  await signedInWith([]);
  const { items } = await ports.auditTrail.list({ limit: 50, target: (await graceNow())?.id });
  const [left, joined] = items.filter(({ act }) => act.startsWith("group-member"));
  assert.deepEqual(
    [left, joined].map((entry) => [entry?.act, entry?.actor.kind, entry?.details]),
    [
      ["group-member-removed", "system", { group: "board", upstream: "acme" }],
      ["group-member-added", "system", { group: "board", upstream: "acme" }],
    ].slice(0, 2),
  );
});

test("a mapped group that is gone is passed over, and the person signs in", async () => {
  await ports.groups.remove(board);
  assert.deepEqual(await signedInWith(["Leads", "cn=Staff,dc=acme"]), ["local", "staff"]);
});
