import assert from "node:assert/strict";
import type { Account } from "../../../src/identity/account.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { formatSessionId } from "../../../src/values/ids.ts";
import { plus } from "../../../src/values/time.ts";
import {
  appPasswordOf,
  messageTo,
  passkeyOf,
  recoveryCodesOf,
  sessionOf,
  startOf,
  totpOf,
} from "../../storage-contract/samples.ts";
import { addFailedWebhook } from "../../support/failed-webhook.ts";
import type { InProcessService } from "../../support/in-process.ts";

interface Seeded {
  readonly person: Account;
  readonly client: Client;
  /** Ids as the console and the admin API write them. */
  readonly passkey: string;
  readonly appPassword: string;
  readonly session: string;
  readonly message: string;
  readonly hook: string;
}

/** Adds ada with everything that an operator can take away, a client, a webhook, and messages that were given up. */
export async function addPersonWithEverything(
  service: InProcessService,
  password: string,
  receiver?: string,
): Promise<Seeded> {
  const { ports: store, clock } = service;
  const { client } = await service.addClient({ metadata: { ...interfaceMetadata, isThirdParty: true } });
  const person = await store.accounts.find(await service.addAccount("ada", password));
  assert.ok(person);
  const now = clock.now();
  const live = { authenticatedAt: now, firstSeenAt: now, lastSeenAt: now, expiresAt: plus(now, 3_600) };
  const session = sessionOf(person, "cookie", live);
  const passkey = passkeyOf(person, "phone");
  await store.totps.keep(totpOf(person), { accountEpoch: 0 });
  await store.recoveryCodes.replace(recoveryCodesOf(person, ["a"]), { accountEpoch: 0 });
  await store.passkeys.add({ passkey, accountEpoch: 0, max: 9 });
  const protectedOrigins = ["https://calendar.example.org"];
  const calendar = await service.addClient({
    redirectUris: [],
    metadata: { ...interfaceMetadata, protectedOrigins, hasAppPasswords: true },
  });
  const appPassword = appPasswordOf(person, calendar.client, "calendar", { accountEpoch: 0 });
  assert.ok((await store.appPasswords.add({ appPassword, max: 9 })).ok);
  await store.sessions.start(startOf(session, { accountEpoch: 0 }));
  const consent = { accountId: person.id, clientId: client.id, scope: ["openid"], grantedAt: now };
  await store.consents.allow(consent, now);
  const messages = ["one", "two"].map((word) =>
    messageTo(word, { createdAt: now, expiresAt: plus(now, 3_600) }),
  );
  for (const message of messages) {
    await store.outbox.add(message);
    await store.outbox.lease(now, now, 1);
    await store.outbox.settle({ id: message.id, tries: 1 }, { kind: "failed", error: "refused" });
  }
  const hook = await addFailedWebhook(service.service.administration.store.webhooks, now, receiver);
  return {
    person,
    client,
    passkey: passkey.id,
    appPassword: appPassword.id,
    session: formatSessionId(session.id),
    message: messages[0]?.id ?? "",
    hook: hook.id,
  };
}
