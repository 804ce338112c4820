import assert from "node:assert/strict";
import { test } from "node:test";
import type { Accounts } from "../../../src/flows/account-ports.ts";
import { findUpstreamAccount } from "../../../src/flows/upstream/find-account.ts";
import { withEarlierAddress } from "../../../src/identity/account.ts";
import { accountNamed, linkOf, nameOf, noon } from "../../storage-contract/samples.ts";
import { upstreamNamed } from "../../storage-contract/upstreams.ts";
import { openMailPorts } from "../mail/mail-ports.ts";

const [home, thief] = [nameOf("ada@example.org"), nameOf("thief@example.net")];
/** Ada's account, to which a thief has given another address. */
const ada = accountNamed("ada", { email: thief });
const acme = { ...upstreamNamed("acme"), trustsEmail: true, isDisabled: false, domains: [] };
const person = { subject: "thief", email: thief, isEmailVerified: true };
const from = {
  browser: { language: "en", userAgent: "Firefox", network: "203.0.113.0/24" },
  context: { requestId: "1", network: () => "203.0.113.0/24" },
} as unknown as Parameters<typeof findUpstreamAccount>[3];

/** Ada's account and the provider, with the link that locks the account. */
async function openStage() {
  const { ports: stored, ...disposal } = await openMailPorts();
  const ports = { ...stored, events: { record: () => undefined } };
  assert.ok((await ports.accounts.create(ada)).ok);
  assert.ok((await ports.upstreams.create(acme, 9)).ok);
  const notice = linkOf("notice", { kind: "lock", account: { id: ada.id }, address: home });
  assert.ok(await ports.links.create(notice, {}));
  return { ports, ...disposal };
}

const changes: Readonly<Record<string, (accounts: Accounts) => Promise<{ readonly ok: boolean }>>> = {
  "is locked, and gets its address back,": (accounts) =>
    accounts.lock(
      { digest: linkOf("notice").digest, createdAt: noon, accountId: ada.id, address: home },
      { at: noon, since: noon, restore: (stored, isFree) => withEarlierAddress(stored, home, isFree) },
      { recovery: linkOf("recovery") },
    ),
  "is disabled": (accounts) => accounts.setDisabled(ada.id, true, noon),
  "gets another address": async (accounts) => {
    const stored = (await accounts.find(ada.id)) ?? assert.fail();
    return accounts.update({ ...stored, email: home }, noon);
  },
};

for (const [what, change] of Object.entries(changes)) {
  test(`D52: a person of a provider is not linked by the address of an account that ${what} between the look and the link`, async () => {
    await using stage = await openStage();
    const { ports } = stage;
    let isChanged = false;
    const findByName: Accounts["findByName"] = async (name) => {
      const found = await ports.accounts.findByName(name);
      if (!isChanged) assert.ok((await change(ports.accounts)).ok);
      isChanged = true;
      return found;
    };
    const overtaken = { ...ports, accounts: { ...ports.accounts, findByName } };
    const found = await findUpstreamAccount(overtaken, acme, person, from);
    assert.equal(found.ok, false);
    assert.deepEqual(await ports.upstreamIdentities.list(ada.id), []);
  });
}

test("a person of a provider is linked by the address of an account that stands", async () => {
  await using stage = await openStage();
  const { ports } = stage;
  const found = await findUpstreamAccount(ports, acme, person, from);
  assert.equal(found.ok && found.value.id, ada.id);
  assert.equal((await ports.upstreamIdentities.list(ada.id)).length, 1);
});
