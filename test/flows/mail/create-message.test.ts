import assert from "node:assert/strict";
import { test } from "node:test";
import { createMessage, openBody, ownerOf } from "../../../src/flows/mail/create-message.ts";
import { plus } from "../../../src/values/time.ts";
import { at, everyMail, link, linkExpiresAt } from "../../pages/mail.ts";
import { accountNamed, nameOf } from "../../storage-contract/samples.ts";
import { openMailPorts } from "./mail-ports.ts";

const ada = accountNamed("ada", { email: nameOf("ada@example.org"), name: "Ada" });

test("a message with a link is sealed, lives as long as the link, and opens again", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  await ports.accounts.create(ada);
  const message = await createMessage(
    ports,
    everyMail.recover,
    ownerOf(ada, { language: "de" }, "ada@example.org"),
  );
  assert.deepEqual([message.to, message.language, message.accountId], ["ada@example.org", "de", ada.id]);
  assert.equal(message.expiresAt, linkExpiresAt);
  await ports.outbox.add(message);
  const kept = await ports.outbox.find(message.id);
  assert.ok(kept);
  assert.doesNotMatch(JSON.stringify(kept), /link=/);
  const body = openBody(ports, kept);
  assert.ok(body);
  assert.ok(body.text.includes(link) && body.html.includes(link));
  assert.match(body.text, /^Guten Tag Ada,/m);
});

test("a notice waits for a week, and its address is that of the issuer", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  const message = await createMessage(
    ports,
    everyMail["new-device"],
    ownerOf(ada, { language: "en" }, "ada@example.org"),
  );
  assert.equal(message.expiresAt, plus(message.createdAt, 7 * 86_400));
  assert.ok(openBody(ports, message)?.text.includes("https://id.example/account"));
});

test("a person's own language and region go before those of the request, where there are any", () => {
  const readerOf = (locale: string) => {
    const reader = { language: "de", region: "AT" } as const;
    const { language, region } = ownerOf({ ...ada, claims: { locale } }, reader, "x");
    return [language, region];
  };
  assert.deepEqual(readerOf("uk-UA"), ["uk", "UA"]);
  assert.deepEqual(readerOf("fr"), ["fr", "AT"]);
  assert.deepEqual(readerOf("xx"), ["de", "AT"]);
  assert.deepEqual(readerOf(""), ["de", "AT"]);
});

test("a body that has expired, or whose key is gone, does not open", async () => {
  await using opened = await openMailPorts();
  const { ports } = opened;
  assert.equal(openBody(ports, {}), undefined);
  assert.equal(openBody(ports, { sealedBody: "AAAA" }), undefined);
});

test("the announcement of a deletion waits for a mail server until the account goes", async () => {
  const facts = everyMail["deletion-announced"];
  await using opened = await openMailPorts();
  const message = await createMessage(
    opened.ports,
    facts,
    ownerOf(ada, { language: "en" }, "ada@example.org"),
  );
  assert.equal(message.expiresAt, plus(at, 1_209_600));
});
