import assert from "node:assert/strict";
import { test } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";

const issuer = "https://example.com/id";
const relation = "http://openid.net/specs/connect/1.0/issuer";
const contact = {
  LATCHKEY_SECURITY_CONTACT: "mailto:security@example.com https://example.com/report",
  LATCHKEY_SECURITY_EXPIRES: "2027-06-30",
};

test("RFC 7033, Discovery §2: every address leads to the issuer, and no answer tells whether it has an account", async () => {
  await using service = await startInProcess({ LATCHKEY_BASE_URL: issuer });
  await service.addAccount("ada", "correct horse battery staple");
  const browser = new FormClient(service.url);
  const answers = [];
  for (const subject of ["acct:ada@example.com", "acct:nobody@example.com", "https://example.net/ada"]) {
    const { status, headers, body } = await browser.get(
      `/.well-known/webfinger?resource=${encodeURIComponent(subject)}`,
    );
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "application/jrd+json");
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.deepEqual(JSON.parse(body), { subject, links: [{ rel: relation, href: issuer }] });
    answers.push(body.replace(subject, ""));
  }
  assert.equal(new Set(answers).size, 1);
  browser.close();
});

test("RFC 7033 §4.3: links of other kinds alone are left out", async () => {
  await using service = await startInProcess({ LATCHKEY_BASE_URL: issuer });
  const browser = new FormClient(service.url);
  const linksFor = async (rels: readonly string[]) => {
    const query = new URLSearchParams([
      ["resource", "acct:ada@example.com"],
      ...rels.map((rel) => ["rel", rel]),
    ]);
    return JSON.parse((await browser.get(`/.well-known/webfinger?${query}`)).body).links.length;
  };
  assert.equal(await linksFor([relation]), 1);
  assert.equal(await linksFor(["http://webfinger.net/rel/avatar"]), 0);
  assert.equal(await linksFor(["http://webfinger.net/rel/avatar", relation]), 1);
  browser.close();
});

test("RFC 7033 §4.2: a query without one resource that is an address is refused", async () => {
  await using service = await startInProcess({ LATCHKEY_BASE_URL: issuer });
  const browser = new FormClient(service.url);
  for (const query of [
    "",
    "?resource=",
    "?resource=ada",
    "?resource=acct:ada",
    "?resource=javascript:alert(1)",
    "?resource=acct:a@example.com&resource=acct:b@example.com",
    "?resource=acct:%FF@example.com",
    `?resource=acct:${"a".repeat(600)}@example.com`,
  ]) {
    const { status, body } = await browser.get(`/.well-known/webfinger${query}`);
    assert.equal(status, 400, query);
    assert.equal(JSON.parse(body).error, "invalid_request");
  }
  browser.close();
});

test("RFC 9116: security.txt names the contacts in their order, the end and its own address", async () => {
  await using service = await startInProcess({ LATCHKEY_BASE_URL: issuer, ...contact });
  const browser = new FormClient(service.url);
  const { status, headers, body } = await browser.get("/.well-known/security.txt");
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
  assert.equal(
    body,
    "Contact: mailto:security@example.com\nContact: https://example.com/report\nExpires: 2027-06-30T23:59:59Z\nCanonical: https://example.com/.well-known/security.txt\n",
  );
  browser.close();
});

test("without a contact there is no security.txt", async () => {
  await using service = await startInProcess({ LATCHKEY_BASE_URL: issuer });
  const browser = new FormClient(service.url);
  assert.equal((await browser.get("/.well-known/security.txt")).status, 404);
  browser.close();
});
