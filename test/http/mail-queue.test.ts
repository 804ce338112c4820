import assert from "node:assert/strict";
import { test } from "node:test";
import { systemRandom } from "../../src/adapters/system/random.ts";
import { createMessage } from "../../src/flows/mail/create-message.ts";
import type { MailTemplates } from "../../src/flows/mail-ports.ts";
import type { AccountName } from "../../src/identity/account-name.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { renderMail } from "../../src/pages/mail.ts";
import { parseIssuer } from "../../src/values/issuer.ts";
import { everyMail } from "../pages/mail.ts";
import { tagsNamed, textOf } from "../pages/markup.ts";
import { unwrap } from "../protocol/fixtures.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type InProcessService, type LogLine, startInProcess } from "../support/in-process.ts";
import { startMailServer, textPartOf } from "../support/mail-server.ts";
import { settledWithin, until } from "../support/until.ts";
import { ada } from "./journey.ts";

/** Puts a message into the outbox past the service, as a command does. */
async function queue({ ports, clock }: InProcessService, to = "ada@example.org"): Promise<string> {
  const mailTemplates: MailTemplates = {
    render: async (facts, frame) => renderMail(facts, { ...frame, brand: { name: "Latchkey" } }, english),
  };
  const settings = { issuer: unwrap(parseIssuer("https://id.example")), brandName: "Harbour" };
  const message = await createMessage(
    { ...ports, clock, random: systemRandom, mailTemplates, settings },
    everyMail["new-device"],
    { to, language: "en" },
  );
  await ports.outbox.add(message);
  return message.id;
}

/** The line of the log with this message, once it is there. */
function lineOf({ log }: InProcessService, message: string): Promise<LogLine> {
  return until(() => log.find((line) => line.message === message), `no line ${message}`);
}

test("a service with a mail server sends what waits in the outbox, and logs neither address nor words", async () => {
  await using mail = await startMailServer();
  await using service = await startInProcess({
    LATCHKEY_SMTP_URL: mail.url,
    LATCHKEY_MAIL_FROM: "Example <id@example.org>",
  });
  const id = await queue(service);
  await mail.tookMany(1);
  assert.match(mail.taken[0]?.raw ?? "", /^From: Example <id@example\.org>\r$/m);
  assert.match(textPartOf(mail.taken[0]?.raw ?? ""), /Firefox 133 · Linux/);
  const { level, fields } = await lineOf(service, "mail-sent");
  assert.deepEqual([level, fields], ["info", { mailId: id, mail: "new-device" }]);
  assert.doesNotMatch(JSON.stringify(service.log), /ada@example/);
});

test("a notice arrives in the brand, with the same words and links in text and HTML, in the person's time zone", async () => {
  await using mail = await startMailServer();
  await using service = await startInProcess({
    LATCHKEY_SMTP_URL: mail.url,
    LATCHKEY_BRAND_NAME: "Harbour Library",
    LATCHKEY_BRAND_ACCENT: "#7a1f5c",
  });
  await service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
  const account = await service.ports.accounts.findByName(ada.username as AccountName);
  assert.ok(account);
  const claims = { zoneinfo: "Asia/Kolkata" };
  assert.ok((await service.ports.accounts.update({ ...account, claims }, service.clock.now())).ok);
  for (const browser of [new FormClient(service.url), new FormClient(service.url)])
    assert.equal((await browser.signIn("/sign-in?to=account", ada)).status, 200);
  await mail.tookMany(1);
  const raw = mail.taken[0]?.raw ?? "";
  const [text, html] = [textPartOf(raw), textPartOf(raw, "text/html")];
  const shown = textOf(html);
  let read = 0;
  for (const line of text.split(/\r?\n/).filter((line) => line !== "-- ")) {
    const at = shown.indexOf(line.replace(/:$/, ""), read);
    assert.ok(at >= read, line);
    read = at;
  }
  const hrefs = tagsNamed(html, "a").map(({ attributes }) => attributes.get("href"));
  assert.deepEqual(text.match(/https?:\/\/\S+/g), hrefs);
  assert.match(hrefs[0] ?? "", /\/lock\?link=[\w-]{43}$/);
  assert.match(text, /^Harbour Library\r?$/m);
  assert.match(text, /^When: .* GMT\+5:30\r?$/m);
  assert.match(html, /class="action"[^>]*background:#7a1f5c;color:#ffffff/);
  assert.doesNotMatch(html, /<img|url\(/);
});

test("a person who forgot the password gets the link by mail, and chooses a new one with it", async () => {
  await using mail = await startMailServer();
  await using service = await startInProcess({ LATCHKEY_SMTP_URL: mail.url });
  await service.addAccount(ada.username, ada.password, { email: "ada@example.org" });
  const browser = new FormClient(service.url);
  const sent = await browser.submit(await browser.get("/recover"), { username: ada.username });
  assert.equal(sent.status, 200, sent.body);
  await mail.tookMany(1);
  const [taken] = mail.taken;
  assert.deepEqual(taken?.to, ["ada@example.org"]);
  const link = /https?:\/\/\S+/.exec(textPartOf(taken.raw))?.[0] ?? "";
  assert.ok(link.startsWith(`${service.service.issuer}/`), link);
  const another = new FormClient(service.url);
  const page = await another.get(link.slice(service.service.issuer.length));
  const password = "eleven slow clouds drift south";
  assert.equal((await another.submit(page, { new_password: password })).status, 303);
  await mail.tookMany(2);
  assert.match(mail.taken[1]?.raw ?? "", /^Subject: Your password was changed\r$/m);
});

test("without a mail server messages wait", async () => {
  await using waiting = await startInProcess();
  const id = await queue(waiting);
  const [kept] = (await waiting.ports.outbox.list({ limit: 9 })).items;
  assert.deepEqual([kept?.id, kept?.state, kept?.tries], [id, "queued", 0]);
});

test("G34: a mail server that refuses connections changes nothing for people, and the message waits for its next try", async () => {
  await using service = await startInProcess({ LATCHKEY_SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
  const id = await queue(service);
  const { level, fields } = await lineOf(service, "mail-delayed");
  assert.deepEqual(
    [level, fields],
    ["warn", { mailId: id, mail: "new-device", reason: "ECONNREFUSED", tries: 1 }],
  );
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
  const [kept] = (await service.ports.outbox.list({ limit: 9 })).items;
  assert.deepEqual([kept?.id, kept?.state, kept?.lastError], [id, "queued", "ECONNREFUSED"]);
});

test("a message that the mail server is slow with holds up no other", async () => {
  let first: (() => void) | undefined;
  const { promise: others, resolve } = Promise.withResolvers<void>();
  let taken = 0;
  await using mail = await startMailServer({
    onData: (stream, _session, callback) => {
      stream.resume().on("end", () => {
        if (first === undefined) first = () => callback();
        else {
          callback();
          taken += 1;
          if (taken === 5) resolve();
        }
      });
    },
  });
  await using service = await startInProcess({ LATCHKEY_SMTP_URL: mail.url });
  for (let count = 0; count < 6; count += 1) await queue(service, `person${count}@example.org`);
  await others;
  first?.();
});

test("a message that is under way when the service stops is cut, and waits for its next try", async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  await using mail = await startMailServer({ onData: (stream) => void stream.resume().on("end", resolve) });
  const service = await startInProcess({ LATCHKEY_SMTP_URL: mail.url });
  await queue(service);
  await asked;
  // A stop does not wait for a mail server.
  await settledWithin(10_000, service.service.close());
  await service[Symbol.asyncDispose]();
});
