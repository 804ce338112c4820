import assert from "node:assert/strict";
import { afterEach, beforeEach, it } from "node:test";
import type { Account } from "../../src/identity/account.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { accountIdOf } from "../../src/values/ids.ts";
import { AdminStage } from "./support/admin-api.ts";

let stage: AdminStage;
beforeEach(async () => {
  stage = await AdminStage.set();
});
afterEach(() => stage[Symbol.asyncDispose]());

const name = (text: string) => text as AccountName;

/** Keeps an account that the admin API could not make like this. */
async function keep(username: string, details: Partial<Account>): Promise<Account> {
  const { accounts } = stage.service.ports;
  const now = stage.service.clock.now();
  const account: Account = {
    id: accountIdOf(username.padStart(20, "2")),
    username: name(username),
    isAdmin: false,
    isDisabled: false,
    epoch: 0,
    createdAt: now,
    updatedAt: now,
    ...details,
  };
  assert.ok((await accounts.create(account)).ok);
  return account;
}

async function apply(users: readonly object[], more: object = {}) {
  const answer = await stage.send("POST", "/apply", { body: { state: { users }, ...more } });
  assert.equal(answer.status, 200, answer.body);
  return answer.json.items.map(({ act, name, members }: Changes) =>
    [act, name, ...members.map(({ member }) => member)].join(" "),
  );
}

interface Changes {
  readonly act: string;
  readonly name: string;
  readonly members: readonly { readonly member: string }[];
}

const found = (username: string) => stage.service.ports.accounts.findByName(name(username));

it("people are declared whole: a member that is not named gets its default, and a new account has no password", async () => {
  await stage.send("POST", "/groups", { body: { group: "staff" } });
  const ada = {
    username: "Ada",
    email: "ada@example.org",
    name: "Ada",
    attributes: { department: "Engines" },
    claims: { given_name: "Ada" },
    groups: ["staff"],
    require: "two",
  };
  assert.deepEqual(await apply([ada], { reason: "commit 1" }), [
    "create ada username email name claims attributes groups require",
  ]);
  const made = await found("ada");
  assert.equal(made?.passwordHash, undefined);
  assert.deepEqual([made?.groups, made?.isEmailUnverified], [["staff"], undefined]);
  assert.deepEqual(await apply([ada]), []);
  assert.deepEqual(await apply([{ username: "ada", email: "ada@example.org", disabled: true }]), [
    "update ada name claims attributes groups require disabled",
  ]);
  const entries = (await stage.send("GET", "/audit?limit=5")).json.items;
  assert.deepEqual(
    entries.slice(0, 3).map(({ act }: { act: string }) => act),
    ["group-member-removed", "user-disabled", "user-changed"],
  );
  const changed = await found("ada");
  assert.deepEqual([changed?.groups, changed?.claims, changed?.isDisabled], [undefined, undefined, true]);
});

it("people who are not declared stay, also with prune; prune_users deletes them, if users are declared at all", async () => {
  const before = (await stage.send("GET", "/users")).json.items.map(({ username }: Account) => username);
  await keep("ada", {});
  assert.deepEqual(await apply([], { prune: true }), []);
  const planned = await stage.send("POST", "/plan", { body: { state: { groups: [] }, prune_users: true } });
  assert.deepEqual(planned.json.items, []);
  const others = before.map((username: string) => ({ username, email: null, admin: true }));
  assert.deepEqual(
    (await apply(others, { prune_users: true })).filter((change: string) => change.startsWith("delete")),
    ["delete ada"],
  );
  assert.equal(await found("ada"), undefined);
});

it("a lock of the person's own is no difference, and nothing but a declared disabling ends it", async () => {
  const lockedAt = stage.service.clock.now();
  await keep("ada", { isDisabled: true, lockedAt });
  assert.deepEqual(await apply([{ username: "ada" }]), []);
  assert.deepEqual(await apply([{ username: "ada", name: "Ada" }]), ["update ada name"]);
  const locked = await found("ada");
  assert.deepEqual([locked?.isDisabled, locked?.lockedAt], [true, lockedAt]);
  assert.deepEqual(await apply([{ username: "ada", name: "Ada", disabled: true }]), ["update ada disabled"]);
  const disabled = await found("ada");
  assert.deepEqual([disabled?.isDisabled, disabled?.lockedAt], [true, undefined]);
});

it("email_verified: false vouches for nothing, and without it the operator vouches", async () => {
  const email = "ada@example.org";
  const unvouched = { username: "ada", email, email_verified: false };
  assert.deepEqual(await apply([unvouched]), ["create ada username email email_verified"]);
  assert.equal((await found("ada"))?.isEmailUnverified, true);
  assert.deepEqual(await apply([unvouched]), []);
  assert.deepEqual(await apply([{ username: "ada", email }]), ["update ada email_verified"]);
  // The person may have verified it since.
  assert.deepEqual(await apply([unvouched]), []);
  assert.equal((await found("ada"))?.isEmailUnverified, undefined);
  assert.deepEqual(await apply([{ ...unvouched, email: "ada@example.net" }]), [
    "update ada email email_verified",
  ]);
});

it("a password cannot be declared, nor a name of somebody else, nor a member called __proto__", async () => {
  await keep("ada", { email: name("ada@example.org") });
  const refused: readonly (readonly [object, number, string])[] = [
    [{ username: "bob", password: "quiet amber lantern walks" }, 422, "/state/users/0"],
    [{ username: "bob", email: "ada@example.org" }, 409, "another account|Another account"],
    [{ username: "ada@example.org", email: "ada@example.org" }, 409, "Another account"],
    [{ username: "bob", groups: ["nowhere"] }, 422, "There is no group nowhere"],
    [{ username: "bob", attributes: { given_name: "Bob" } }, 422, "given_name"],
    [JSON.parse('{ "username": "bob", "__proto__": { "admin": true } }'), 422, "__proto__"],
    [JSON.parse('{ "username": "bob", "attributes": { "__proto__": "x" } }'), 422, "__proto__"],
  ];
  for (const [user, status, says] of refused) {
    const answer = await stage.send("POST", "/apply", { body: { state: { users: [user] } } });
    assert.equal(answer.status, status, answer.body);
    assert.match(answer.body, new RegExp(says));
  }
  assert.equal(await found("bob"), undefined);
});

it("a plan tells nothing of people without the right to write them, and an export has them only where they are asked for", async () => {
  await keep("ada", { email: name("ada@example.org") });
  const state = { users: [{ username: "ada" }] };
  const token = await stage.token(["settings:read", "clients:write", "groups:write"]);
  const planned = await stage.send("POST", "/plan", { token, body: { state } });
  assert.equal(planned.status, 403, planned.body);
  assert.ok(!planned.body.includes("ada@example.org"));
  assert.equal((await stage.send("GET", "/state")).json.users, undefined);
  assert.equal((await stage.send("GET", "/state?users=true", { token })).json.users, undefined);
  const { users } = (await stage.send("GET", "/state?users=true")).json;
  assert.deepEqual(
    users.find(({ username }: Account) => username === "ada"),
    { username: "ada", email: "ada@example.org" },
  );
});

it("a person is named by another declaration of the same state before it is stored", async () => {
  const users = [
    { username: "ada", email: "shared@example.org" },
    { username: "bob", email: "shared@example.org" },
  ];
  const planned = await stage.send("POST", "/plan", { body: { state: { users } } });
  assert.deepEqual([planned.status, planned.json.errors?.[0].pointer], [409, "/state/users/1"], planned.body);
  const twice = await stage.send("POST", "/plan", {
    body: { state: { users: [users[0], { ...users[0], username: "ADA" }] } },
  });
  assert.match(twice.body, /ada is declared twice/);
});

it("an administrator of the service becomes one of a group, or stops being one, only with admins:write, also in a plan", async () => {
  await keep("root", { isAdmin: true });
  await keep("ada", {});
  await stage.send("POST", "/groups", { body: { group: "staff" } });
  const token = await stage.token(["settings:read", "groups:write"]);
  const put = (path: string, administrators: readonly string[], more: object = { token }) =>
    stage.send("POST", path, { body: { state: { groups: [{ group: "staff", administrators }] } }, ...more });
  for (const path of ["/plan", "/apply"]) assert.equal((await put(path, ["root"])).status, 403);
  assert.equal((await put("/apply", ["root", "ada"], {})).status, 200);
  for (const path of ["/plan", "/apply"]) assert.equal((await put(path, ["ada"])).status, 403);
  const kept = await put("/apply", ["root"]);
  assert.deepEqual(
    [kept.status, kept.json.items],
    [
      200,
      [
        {
          section: "groups",
          name: "staff",
          act: "update",
          members: kept.json.items[0].members,
          secret: false,
        },
      ],
    ],
    "whoever stays is not asked about",
  );
  const exported = (await stage.send("GET", "/state?users=true")).json;
  assert.deepEqual(exported.groups, [{ group: "staff", administrators: ["root"] }]);
  assert.deepEqual((await stage.send("GET", "/state")).json.groups, [{ group: "staff" }]);
});
