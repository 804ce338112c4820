import assert from "node:assert/strict";
import { test } from "node:test";
import { openKeyring } from "../../../src/adapters/keys/keyring.ts";
import { masterKeyFromSecret } from "../../../src/adapters/keys/master-key.ts";
import { createMessage, openBody, ownerOf } from "../../../src/flows/mail/create-message.ts";
import { renderMail } from "../../../src/pages/mail.ts";
import { Secret } from "../../../src/values/secret.ts";
import { plus } from "../../../src/values/time.ts";
import { everyMail, link, linkExpiresAt } from "../../pages/mail.ts";
import { accountNamed, nameOf } from "../../storage-contract/samples.ts";
import { openRegistry } from "../operator/store.ts";

const masterKey = masterKeyFromSecret(new Secret("a master key of more than thirty-two characters"));
const mailTemplates = { render: async (...mail: Parameters<typeof renderMail>) => renderMail(...mail) };

async function openPorts() {
  const registry = await openRegistry();
  const sealer = await openKeyring({ ...registry, records: registry.keyRecords, masterKey });
  return {
    ports: { ...registry, sealer, mailTemplates },
    [Symbol.asyncDispose]: async () => {
      sealer.close();
      await registry[Symbol.asyncDispose]();
    },
  };
}

const ada = accountNamed("ada", { email: nameOf("ada@example.org"), name: "Ada" });

test("a message with a link is sealed, lives as long as the link, and opens again", async () => {
  await using opened = await openPorts();
  const { ports } = opened;
  await ports.accounts.create(ada);
  const message = await createMessage(ports, everyMail.recover, ownerOf(ada, "de", "ada@example.org"));
  assert.deepEqual([message.to, message.language, message.accountId], ["ada@example.org", "de", ada.id]);
  assert.equal(message.expiresAt, linkExpiresAt);
  await ports.outbox.add(message);
  const kept = await ports.outbox.find(message.id);
  assert.ok(kept);
  assert.doesNotMatch(JSON.stringify(kept), /link=/);
  const body = openBody(ports, kept);
  assert.ok(body);
  assert.ok(body.text.includes(link) && body.html.includes(link));
  assert.match(body.text, /^Guten Tag, Ada,/);
});

test("a notice waits for a week, and its address is that of the issuer", async () => {
  await using opened = await openPorts();
  const { ports } = opened;
  const message = await createMessage(ports, everyMail["new-device"], ownerOf(ada, "en", "ada@example.org"));
  assert.equal(message.expiresAt, plus(message.createdAt, 7 * 86_400));
  assert.ok(openBody(ports, message)?.text.includes("https://id.example/account"));
});

test("a person's own language goes before that of the request, where there is one", () => {
  const languageOf = (locale: string) => ownerOf({ ...ada, claims: { locale } }, "de", "x").language;
  assert.equal(languageOf("uk-UA"), "uk");
  assert.equal(languageOf("xx"), "de");
  assert.equal(languageOf(""), "de");
});

test("a body that has expired, or whose key is gone, does not open", async () => {
  await using opened = await openPorts();
  const { ports } = opened;
  assert.equal(openBody(ports, {}), undefined);
  assert.equal(openBody(ports, { sealedBody: "AAAA" }), undefined);
});
