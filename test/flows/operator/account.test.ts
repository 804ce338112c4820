import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changeAccount,
  createAccount,
  findAccount,
  type NewAccount,
  randomPassword,
  removeAccount,
  setAccountDisabled,
  setAccountPassword,
} from "../../../src/flows/operator/account.ts";
import { type AccountProblem, describeAccountProblem } from "../../../src/flows/operator/account-problem.ts";
import { recoverAccount } from "../../../src/flows/operator/recover.ts";
import { everyRight, type Rights } from "../../../src/flows/operator/rights.ts";
import type { GroupName } from "../../../src/identity/group.ts";
import { normalizePassword } from "../../../src/identity/password.ts";
import type { Result } from "../../../src/values/result.ts";
import { Secret } from "../../../src/values/secret.ts";
import { openMailPorts } from "../mail/mail-ports.ts";
import { openRegistry } from "./store.ts";

const good = "violet anchor puzzles 83";
const fewRights: Rights = { scopes: new Set(["users:read", "users:write"]) };
const wanted: NewAccount = { username: "ada", password: new Secret(good), isAdmin: false };

function accepted<Value>(result: Result<Value, AccountProblem>): Value {
  assert.ok(result.ok, result.ok ? "" : describeAccountProblem(result.reason));
  return result.value;
}

function kindOf(result: Result<unknown, AccountProblem>): string {
  assert.ok(!result.ok, "expected a refusal");
  return result.reason.kind;
}

test("a new account can sign in with its password, and the password itself is not kept", async () => {
  await using registry = await openRegistry();
  const account = accepted(
    await createAccount(registry, { ...wanted, email: "Ada@Example.org", name: "Ada" }, { by: everyRight }),
  );
  assert.match(account.id, /^lku[A-Za-z0-9]{20}$/);
  const stored = await registry.accounts.find(account.id);
  assert.deepEqual(stored, account);
  assert.equal(stored?.email, "ada@example.org");
  const password = normalizePassword(good);
  assert.ok(password.ok);
  const verified = await registry.passwords.verify(password.value, stored?.passwordHash, {
    network: "network",
  });
  assert.ok(verified.ok && verified.value.matches);
  assert.ok(!JSON.stringify(stored).includes(good));
});

test("a new account needs at every sign-in what was asked for, and an empty text is no detail", async () => {
  await using registry = await openRegistry();
  const texts = { email: "", name: "", phoneNumber: "", address: "", claims: { given_name: "" } };
  const account = accepted(
    await createAccount(registry, { ...wanted, ...texts, requires: "two" }, { by: everyRight }),
  );
  const { email, name, phoneNumber, address, claims, requires } = account;
  assert.deepEqual([email, name, phoneNumber, address, claims], Array(5).fill(undefined));
  assert.equal(requires, "two");
  assert.deepEqual(await registry.accounts.find(account.id), account);
});

test("an account is found by username, e-mail address or id, however they are spelled", async () => {
  await using registry = await openRegistry();
  const account = accepted(
    await createAccount(registry, { ...wanted, email: "ada@example.org" }, { by: everyRight }),
  );
  for (const text of ["ada", " ADA ", "Ada@Example.ORG", account.id])
    assert.equal((await findAccount(registry.accounts, text))?.id, account.id, text);
  assert.equal(await findAccount(registry.accounts, "nobody"), undefined);
  assert.equal(await findAccount(registry.accounts, ""), undefined);
});

test("what cannot be an account is refused, and nothing is stored", async () => {
  await using registry = await openRegistry();
  const rows: [Partial<NewAccount>, AccountProblem["kind"]][] = [
    [{ username: "" }, "username-unusable"],
    [{ username: "a b" }, "username-unusable"],
    [{ username: "eve@example.org" }, "username-unusable"],
    [{ email: "no-address" }, "email-unusable"],
    [{ name: "a\nb" }, "name-unusable"],
    [{ phoneNumber: "030 1234567" }, "phone-number-unusable"],
    [{ address: "a\u0000b" }, "address-unusable"],
    [{ password: new Secret("short") }, "password-unusable"],
    [{ password: new Secret("passwordpassword") }, "password-unusable"],
    [{ password: new Secret("id.example.ada.latchkey") }, "password-unusable"],
  ];
  for (const [change, kind] of rows)
    assert.equal(
      kindOf(await createAccount(registry, { ...wanted, ...change }, { by: everyRight })),
      kind,
      kind,
    );
  assert.deepEqual(await registry.accounts.list(1_000), []);
});

test("E21: a username or e-mail address belongs to one account, as either of the two", async () => {
  await using registry = await openRegistry();
  accepted(await createAccount(registry, { ...wanted, email: "ada@example.org" }, { by: everyRight }));
  assert.equal(
    kindOf(await createAccount(registry, { ...wanted, username: "ADA" }, { by: everyRight })),
    "name-taken",
  );
  const sameEmail = { ...wanted, username: "eve", email: "ada@example.org" };
  assert.equal(kindOf(await createAccount(registry, sameEmail, { by: everyRight })), "name-taken");
});

test("what is known of a person can be changed one by one; an empty text takes it away", async () => {
  await using registry = await openRegistry();
  const { id } = accepted(
    await createAccount(
      registry,
      { ...wanted, name: "Ada", phoneNumber: "+49 30 1234567" },
      { by: everyRight },
    ),
  );
  const [email, address] = ["ada@example.org", "1 Main St\r\nSpringfield"];
  accepted(await changeAccount(registry, "ada", { email, address }, { by: everyRight }));
  const stored = async () => {
    const account = await registry.accounts.find(id);
    return [account?.email, account?.name, account?.phoneNumber, account?.address, account?.epoch];
  };
  assert.deepEqual(await stored(), [email, "Ada", "+49301234567", "1 Main St\nSpringfield", 0]);
  const changed = accepted(
    await changeAccount(registry, email, { name: "", phoneNumber: "", address: "" }, { by: everyRight }),
  );
  assert.deepEqual(await registry.accounts.find(id), changed);
  assert.deepEqual(await stored(), [email, undefined, undefined, undefined, 0]);
  accepted(await changeAccount(registry, email, { email: "" }, { by: everyRight }));
  assert.equal(await findAccount(registry.accounts, email), undefined);
  assert.equal((await findAccount(registry.accounts, "ada"))?.id, id);
});

test("E21: an e-mail address that belongs to somebody else is refused for an account that is changed, too", async () => {
  await using registry = await openRegistry();
  accepted(await createAccount(registry, { ...wanted, email: "ada@example.org" }, { by: everyRight }));
  const eve = accepted(await createAccount(registry, { ...wanted, username: "eve" }, { by: everyRight }));
  const refused = await changeAccount(
    registry,
    "eve",
    { email: "ADA@example.org", name: "Eve" },
    { by: everyRight },
  );
  assert.equal(kindOf(refused), "name-taken");
  assert.deepEqual(await registry.accounts.find(eve.id), eve);
});

test("a username that is the e-mail address changes along with it, and cannot be taken away", async () => {
  await using registry = await openRegistry();
  const email = "ada@example.org";
  const { id } = accepted(
    await createAccount(registry, { ...wanted, username: email, email }, { by: everyRight }),
  );
  assert.equal(
    kindOf(await changeAccount(registry, id, { email: "" }, { by: everyRight })),
    "email-is-username",
  );
  const changed = accepted(
    await changeAccount(registry, id, { email: "Ada@Example.com" }, { by: everyRight }),
  );
  assert.deepEqual([changed.username, changed.email], ["ada@example.com", "ada@example.com"]);
  assert.equal(await findAccount(registry.accounts, email), undefined);
  assert.equal((await findAccount(registry.accounts, "ada@example.com"))?.id, id);
});

test("what cannot be kept changes nothing, and of changes made at once one wins", async () => {
  await using registry = await openRegistry();
  const account = accepted(await createAccount(registry, wanted, { by: everyRight }));
  for (const [change, kind] of [
    [{ email: "no-address" }, "email-unusable"],
    [{ name: "a\nb" }, "name-unusable"],
    [{ phoneNumber: "+49 (0)30 1234567" }, "phone-number-unusable"],
    [{ address: " \n " }, "address-unusable"],
  ] as const)
    assert.equal(
      kindOf(await changeAccount(registry, "ada", { name: "New", ...change }, { by: everyRight })),
      kind,
      kind,
    );
  assert.deepEqual(await registry.accounts.find(account.id), account);
  const [first, second] = await Promise.all([
    changeAccount(registry, "ada", { name: "First" }, { by: everyRight }),
    changeAccount(registry, "ada", { phoneNumber: "+49301234567" }, { by: everyRight }),
  ]);
  assert.equal(accepted(first).name, "First");
  assert.equal(kindOf(second), "changed-meanwhile");
});

test("a new password replaces the old one, raises the account's epoch, and the person is told", async () => {
  await using opened = await openMailPorts();
  const registry = opened.ports;
  const account = accepted(
    await createAccount(registry, { ...wanted, email: "ada@example.org" }, { by: everyRight }),
  );
  accepted(await setAccountPassword(registry, "ada", new Secret("another good one, 91"), { by: everyRight }));
  const stored = await registry.accounts.find(account.id);
  assert.notEqual(stored?.passwordHash, account.passwordHash);
  assert.ok(stored && stored.epoch > account.epoch);
  assert.equal(
    kindOf(await setAccountPassword(registry, "ada", new Secret("short"), { by: everyRight })),
    "password-unusable",
  );
  const { items } = await registry.outbox.list({ limit: 9 });
  assert.deepEqual(
    items.map(({ to, kind }) => [to, kind]),
    [["ada@example.org", "password-changed"]],
  );
});

test("a disabled account raises its epoch and can be enabled again", async () => {
  await using registry = await openRegistry();
  const account = accepted(await createAccount(registry, wanted, { by: everyRight }));
  accepted(await setAccountDisabled(registry, "ada", true, { by: everyRight }));
  const disabled = await registry.accounts.find(account.id);
  assert.equal(disabled?.isDisabled, true);
  assert.ok(disabled && disabled.epoch > account.epoch);
  assert.equal(
    accepted(await setAccountDisabled(registry, "ada", false, { by: everyRight })).isDisabled,
    false,
  );
});

test("a removed account is gone, and its names are free again", async () => {
  await using registry = await openRegistry();
  const account = accepted(await createAccount(registry, wanted, { by: everyRight }));
  assert.equal(accepted(await removeAccount(registry, "ada", { by: everyRight })).id, account.id);
  assert.notEqual(accepted(await createAccount(registry, wanted, { by: everyRight })).id, account.id);
});

test("without admins:write nobody makes, changes or unmakes an administrator, and without groups:write nobody fills groups", async () => {
  await using opened = await openMailPorts();
  const registry = opened.ports;
  const by = { by: fewRights };
  const refusals = [
    await createAccount(registry, { ...wanted, isAdmin: true }, by),
    await createAccount(registry, { ...wanted, groups: ["staff" as GroupName] }, by),
  ];
  const account = accepted(await createAccount(registry, wanted, by));
  refusals.push(await changeAccount(registry, "ada", { isAdmin: true }, by));
  accepted(await changeAccount(registry, "ada", { isAdmin: true }, { by: everyRight }));
  const before = await registry.accounts.find(account.id);
  refusals.push(
    await changeAccount(registry, "ada", { isAdmin: false }, by),
    await changeAccount(registry, "ada", { name: "A" }, by),
    await setAccountPassword(registry, "ada", new Secret("another good one, 91"), by),
    await setAccountDisabled(registry, "ada", true, by),
    await setAccountDisabled(registry, "ada", false, by),
    await removeAccount(registry, "ada", by),
  );
  assert.deepEqual(new Set(refusals.map(kindOf)), new Set(["right-missing"]));
  assert.deepEqual(await registry.accounts.find(account.id), before);
});

test("an account that becomes an administrator between the read and the write is changed by nobody without admins:write", async () => {
  await using opened = await openMailPorts();
  const registry = opened.ports;
  const accounts: typeof registry.accounts = {
    ...registry.accounts,
    findByName: async (name) => {
      const read = await registry.accounts.findByName(name);
      accepted(await changeAccount(registry, name, { isAdmin: true }, { by: everyRight }));
      return read;
    },
  };
  const overtaken = { ...registry, accounts };
  const by = { by: fewRights };
  const wish = { who: "ada", isMailed: false, dropsSecondFactor: true, language: "en" } as const;
  const acts: readonly (() => Promise<Result<unknown, unknown>>)[] = [
    () => recoverAccount(overtaken, wish, by),
    () => changeAccount(overtaken, "ada", { name: "A" }, by),
    () => setAccountPassword(overtaken, "ada", new Secret("another good one, 91"), by),
    () => setAccountDisabled(overtaken, "ada", true, by),
    () => removeAccount(overtaken, "ada", by),
  ];
  for (const act of acts) {
    const { id, passwordHash } = accepted(await createAccount(registry, wanted, by));
    assert.equal((await act()).ok, false);
    assert.equal(
      (await registry.links.list("operator-recover", { limit: 1, now: registry.clock.now() })).total,
      0,
    );
    const { isDisabled, name, ...stored } = (await registry.accounts.find(id)) ?? assert.fail();
    assert.deepEqual([isDisabled, name, stored.passwordHash], [false, undefined, passwordHash]);
    accepted(await removeAccount(registry, id, { by: everyRight }));
  }
});

test("a change that an account's other changes do not touch is made whatever they were", async () => {
  await using opened = await openMailPorts();
  const registry = opened.ports;
  accepted(await createAccount(registry, wanted, { by: fewRights }));
  const accounts: typeof registry.accounts = {
    ...registry.accounts,
    findByName: async (name) => {
      const read = await registry.accounts.findByName(name);
      accepted(await changeAccount(registry, name, { name: "Meanwhile" }, { by: fewRights }));
      return read;
    },
  };
  const overtaken = { ...registry, accounts };
  const disabled = accepted(await setAccountDisabled(overtaken, "ada", true, { by: fewRights }));
  assert.deepEqual([disabled.isDisabled, disabled.name], [true, "Meanwhile"]);
  accepted(await removeAccount(overtaken, "ada", { by: fewRights }));
});

test("what is done to an unknown account is refused", async () => {
  await using opened = await openMailPorts();
  const registry = opened.ports;
  const refusals = [
    await changeAccount(registry, "nobody", { name: "x" }, { by: everyRight }),
    await setAccountPassword(registry, "nobody", new Secret(good), { by: everyRight }),
    await setAccountDisabled(registry, "nobody", true, { by: everyRight }),
    await removeAccount(registry, "nobody", { by: everyRight }),
  ];
  assert.deepEqual(new Set(refusals.map(kindOf)), new Set(["unknown-account"]));
});

test("a made password passes the rule for new passwords and is different each time", async () => {
  await using registry = await openRegistry();
  const passwords = Array.from({ length: 20 }, () => randomPassword(registry.random).reveal());
  assert.equal(new Set(passwords).size, 20);
  for (const password of passwords) assert.match(password, /^([A-Za-z0-9]{5}-){3}[A-Za-z0-9]{5}$/);
  accepted(
    await createAccount(
      registry,
      { ...wanted, password: new Secret(passwords[0] ?? "") },
      { by: everyRight },
    ),
  );
});
