import assert from "node:assert/strict";
import { test } from "node:test";
import { withdrawConsentOf } from "../../../src/flows/operator/consent.ts";
import { addMember, removeMember } from "../../../src/flows/operator/group.ts";
import { removePasskeyOf } from "../../../src/flows/operator/passkey.ts";
import type { Terms } from "../../../src/flows/operator/rights.ts";
import { removeRecoveryCodesOf, removeTotpOf } from "../../../src/flows/operator/second-factor.ts";
import { revokeSession, revokeSessionsOf } from "../../../src/flows/operator/session.ts";
import { revokeTokens } from "../../../src/flows/operator/token.ts";
import { allAdminScopes } from "../../../src/protocol/api/admin-scopes.ts";
import { administrationResource } from "../../../src/protocol/api/administration.ts";
import { formatSessionId } from "../../../src/values/ids.ts";
import type { Result } from "../../../src/values/result.ts";
import { ada, addAda, board, everythingOfAda, shop, staff } from "../../storage-contract/ada.ts";
import { passkeyOf, sessionOf } from "../../storage-contract/samples.ts";
import { openMailPorts } from "../mail/mail-ports.ts";

/** Every right but the one to change administrators, and what leads to their rights. */
const few: Terms = { by: { scopes: new Set(allAdminScopes.filter((scope) => scope !== "admins:write")) } };

async function openStage() {
  const { ports, ...disposal } = await openMailPorts();
  await addAda(ports);
  const registry = { ...ports, signer: ports.sealer.signer };
  return { registry, ...disposal };
}

type Registry = Awaited<ReturnType<typeof openStage>>["registry"];

const acts: Readonly<
  Record<string, (registry: Registry, terms: Terms) => Promise<Result<unknown, { readonly kind: string }>>>
> = {
  "puts a person into a group": (registry, terms) => addMember(registry, staff, ada.id, terms),
  "takes a person out of a group": (registry, terms) => removeMember(registry, board, ada.id, terms),
  "removes a passkey": (registry, terms) =>
    removePasskeyOf(registry, ada.id, passkeyOf(ada, "phone").id, terms),
  "removes an authenticator app": (registry, terms) => removeTotpOf(registry, ada.id, terms),
  "removes recovery codes": (registry, terms) => removeRecoveryCodesOf(registry, ada.id, terms),
  "withdraws a consent": (registry, terms) => withdrawConsentOf(registry, ada.id, shop.id, terms),
  "ends a session": (registry, terms) =>
    revokeSession(registry, formatSessionId(sessionOf(ada, "one").id), terms),
  "ends every session of a person": (registry, terms) => revokeSessionsOf(registry, ada.id, terms),
  "revokes the tokens of a person": (registry, terms) => revokeTokens(registry, { who: ada.id }, terms),
};

async function promote({ accounts }: Registry): Promise<void> {
  const account = (await accounts.find(ada.id)) ?? assert.fail();
  assert.ok((await accounts.update({ ...account, isAdmin: true }, account.updatedAt)).ok);
}

for (const [what, act] of Object.entries(acts)) {
  test(`without admins:write, an operator never ${what} if the person is an administrator`, async () => {
    await using stage = await openStage();
    const { registry } = stage;
    const admin = { ...((await registry.accounts.find(ada.id)) ?? assert.fail()), isAdmin: true };
    // A session of an administrator, too: the promotion would end it.
    const sessions: Registry["sessions"] = {
      ...registry.sessions,
      find: async (id) => {
        const found = await registry.sessions.find(id);
        return found && { ...found, account: admin };
      },
    };
    const accounts: Registry["accounts"] = { ...registry.accounts, find: async () => admin };
    const before = await everythingOfAda(registry);
    const answer = await act({ ...registry, accounts, sessions }, few);
    assert.equal(answer.ok ? undefined : answer.reason.kind, "right-missing");
    assert.deepEqual(await everythingOfAda(registry), before);
    assert.ok((await act(registry, few)).ok);
    assert.notDeepEqual(await everythingOfAda(registry), before);
  });

  test(`without admins:write, an operator never ${what} if the person becomes an administrator between the read and the write`, async () => {
    await using stage = await openStage();
    const { registry } = stage;
    let stood: unknown;
    const overtaking = async <Read>(read: Read | Promise<Read>): Promise<Read> => {
      const before = await read;
      await promote(registry);
      stood = await everythingOfAda(registry);
      return before;
    };
    const accounts: Registry["accounts"] = {
      ...registry.accounts,
      find: (id) => overtaking(registry.accounts.find(id)),
    };
    const sessions: Registry["sessions"] = {
      ...registry.sessions,
      find: (id) => overtaking(registry.sessions.find(id)),
    };
    const answer = await act({ ...registry, accounts, sessions }, few);
    assert.deepEqual(answer, { ok: false, reason: { kind: "changed-meanwhile" } });
    assert.deepEqual(await everythingOfAda(registry), stood);
  });
}

test("without admins:write, an operator never revokes the tokens of a client that gets rights of operators between the read and the write", async () => {
  await using stage = await openStage();
  const { registry } = stage;
  const findStored: Registry["clients"]["findStored"] = async (id) => {
    const client = (await registry.clients.findStored(id)) ?? assert.fail();
    const metadata = { ...client.metadata, audience: administrationResource(registry.settings.issuer) };
    assert.ok((await registry.clients.update({ ...client, metadata })).ok);
    return client;
  };
  const overtaken = { ...registry, clients: { ...registry.clients, findStored } };
  const before = await everythingOfAda(registry);
  const revoke = (of: Registry) => revokeTokens(of, { clientId: shop.id }, few);
  assert.deepEqual(await revoke(overtaken), { ok: false, reason: { kind: "changed-meanwhile" } });
  assert.deepEqual(await revoke(registry), { ok: false, reason: { kind: "right-missing" } });
  assert.deepEqual(await everythingOfAda(registry), before);
});
