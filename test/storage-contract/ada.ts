import type { Store } from "../../src/adapters/store.ts";
import type { GroupName } from "../../src/identity/group.ts";
import {
  accountNamed,
  clientNamed,
  familyWith,
  grantId,
  grantOfFamily,
  grantWith,
  nameOf,
  noon,
  passkeyOf,
  plain,
  recoveryCodesOf,
  sessionOf,
  startOf,
  totpOf,
} from "./samples.ts";

export const ada = accountNamed("ada", { email: nameOf("ada@example.org"), name: "Ada" });
export const shop = clientNamed("client");
export const [staff, board] = ["staff" as GroupName, "board" as GroupName];

const [first, second] = [grantId(1), grantId(2)];

/** Makes Ada's account, in one of two groups, with every credential, two sessions, a consent and tokens. */
export async function addAda(store: Store): Promise<void> {
  await store.accounts.create(ada);
  await store.clients.create(shop);
  for (const name of [staff, board]) await store.groups.create({ name, createdAt: noon }, 9);
  await store.groups.add(board, ada.id, 9);
  await store.passkeys.add({ passkey: passkeyOf(ada, "phone"), accountEpoch: ada.epoch, max: 9 });
  await store.totps.keep(totpOf(ada), { accountEpoch: ada.epoch });
  await store.recoveryCodes.replace(recoveryCodesOf(ada, ["one"]), { accountEpoch: ada.epoch });
  for (const word of ["one", "two"]) await store.sessions.start(startOf(sessionOf(ada, word)));
  await store.consents.allow(
    { accountId: ada.id, clientId: shop.id, scope: ["email"], grantedAt: noon },
    noon,
  );
  await store.grants.redeem(grantOfFamily(first, first), familyWith(first));
  await store.grants.redeem(grantWith(second));
}

/** Everything that is stored about Ada, and the audit trail. */
export async function everythingOfAda(store: Store): Promise<unknown> {
  return plain([
    await store.accounts.find(ada.id),
    await store.passkeys.list(ada.id),
    await store.totps.find(ada.id),
    await store.recoveryCodes.find(ada.id),
    await store.sessions.list(ada.id),
    await store.consents.list(ada.id),
    await store.tokenFamilies.find(first),
    await store.grants.find(first),
    await store.grants.find(second),
    (await store.auditTrail.list({ limit: 99 })).items,
  ]);
}
