import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBody } from "../../src/flows/mail/create-message.ts";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { tagsNamed } from "../pages/markup.ts";
import { FormClient } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { letterTo } from "../support/mailbox.ts";
import { authorizationOf } from "./journey.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
let folder: string;
let service: InProcessService;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "latchkey-brand-"));
  await writeFile(join(folder, "logo.svg"), svg);
  service = await startInProcess({
    LATCHKEY_BRAND_NAME: "Harbour <Library>",
    LATCHKEY_BRAND_ACCENT: "#7a1f5c #e6a3cf",
    LATCHKEY_BRAND_LOGO: join(folder, "logo.svg"),
    LATCHKEY_BRAND_IMPRINT_URL: "https://harbour.example/imprint?a=1&b=2",
    LATCHKEY_BRAND_HELP_URL: "https://harbour.example/help",
  });
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function pageAt(path: string, of = service): Promise<string> {
  return (await fetch(`${of.url}${path}`, { headers: { accept: "text/html" } })).text();
}

function signInOf(client: TestClient): string {
  return authorizationOf(client, { response_type: "code" });
}

test("every page has the operator's name, colours, logo and links, and none says the product's name", async () => {
  const client = await service.addClient();
  for (const path of ["/", "/sign-in", "/nowhere", signInOf(client)]) {
    const page = await pageAt(path);
    assert.match(page, /<bdi>Harbour &lt;Library&gt;<\/bdi>/, path);
    assert.match(
      page,
      /:root\{--link:#7a1f5c;--action:#7a1f5c;.*prefers-color-scheme:dark\)\{:root\{--link:#e6a3cf;/,
      path,
    );
    assert.match(page, /<meta name="theme-color" content="#7a1f5c"/, path);
    assert.match(page, /<img class="mark" src="\/logo\?v=[\w-]{12}" alt="">/, path);
    assert.match(
      page,
      /href="https:\/\/harbour\.example\/imprint\?a=1&amp;b=2" rel="noopener noreferrer">Legal notice</,
      path,
    );
    assert.match(page, />Help<\/a>/, path);
    assert.doesNotMatch(page, />Privacy<\/a>/, path);
    assert.doesNotMatch(page, /Latchkey/, path);
  }
});

test("D60: the logo is served as it was read, in a sandbox, and may be kept", async () => {
  const logo = await fetch(`${service.url}/logo`);
  assert.equal(await logo.text(), svg);
  assert.equal(logo.headers.get("content-type"), "image/svg+xml");
  assert.match(logo.headers.get("content-security-policy") ?? "", /default-src 'none'.*; sandbox$/);
  assert.equal(logo.headers.get("x-content-type-options"), "nosniff");
  const etag = logo.headers.get("etag") ?? "";
  const again = await fetch(`${service.url}/logo`, { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
});

test("mails show the logo only if the operator wants it, and then other sites may load it", async () => {
  const path = join(folder, "logo.png");
  await writeFile(path, Buffer.from("\x89PNG\r\n\x1a\n\0", "latin1"));
  const base = { LATCHKEY_BASE_URL: "https://id.example.org", LATCHKEY_BRAND_LOGO: path };
  for (const [environment, policy, pictures] of [
    [base, "same-origin", []],
    [{ ...base, LATCHKEY_MAIL_LOGO: "yes" }, "cross-origin", ["https://id.example.org/logo"]],
  ] as const) {
    await using other = await startInProcess(environment);
    await other.addAccount("ada", "seven quiet rivers run north", { email: "ada@example.org" });
    const browser = new FormClient(other.url);
    await browser.submit(await browser.get("/recover"), { username: "ada@example.org" });
    browser.close();
    await letterTo(other, "ada@example.org", "recover");
    const [message] = (await other.ports.outbox.list({ limit: 1 })).items;
    const { html = "" } = (message && openBody(other.ports, message)) ?? {};
    assert.deepEqual(
      tagsNamed(html, "img").map(({ attributes }) => attributes.get("src")),
      pictures,
    );
    const first = await fetch(`${other.url}/logo`);
    const again = await fetch(`${other.url}/logo`, {
      headers: { "if-none-match": first.headers.get("etag") ?? "" },
    });
    assert.deepEqual([first.status, again.status], [200, 304]);
    for (const { headers } of [first, again])
      assert.equal(headers.get("cross-origin-resource-policy"), policy);
  }
});

test("the icon of browser tabs has the door's colour", async () => {
  assert.match(await (await fetch(`${service.url}/favicon.ico`)).text(), /fill="#7a1f5c"/);
});

test("a client's name and colours stand on the pages that are about it, and on no other", async () => {
  const metadata = { ...interfaceMetadata, brandName: "Reading Room", brandAccent: "#0b4f8a" };
  const client = await service.addClient({ metadata });
  const page = await pageAt(signInOf(client));
  assert.match(page, /<bdi>Reading Room<\/bdi>/);
  assert.match(page, /--link:#0b4f8a;/);
  assert.doesNotMatch(page, /<img class="mark"|Harbour|#7a1f5c/);
  assert.match(page, />Help<\/a>/, "the links stay the operator's");
  assert.doesNotMatch(await pageAt("/sign-in"), /Reading Room|#0b4f8a/);
});

test("D61: a client that registers itself cannot say how the pages look", async () => {
  await using open = await startInProcess({ LATCHKEY_REGISTRATION: "open" });
  const answer = await fetch(`${open.url}/v1/Oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      redirect_uris: ["https://app.example/cb"],
      brand_name: "Your Bank",
      brandName: "Your Bank",
      brand_accent: "#7a1f5c",
    }),
  });
  assert.equal(answer.status, 201);
  assert.doesNotMatch(await answer.text(), /Your Bank|7a1f5c/);
});

test("LATCHKEY_BRAND_DOOR=no: pages have the name and no door", async () => {
  await using plain = await startInProcess({ LATCHKEY_BRAND_DOOR: "no" });
  const page = await pageAt("/", plain);
  assert.doesNotMatch(page, /class="(?:door|lock|panel)/);
  assert.match(page, /<header class="nameplate"><div class="brand">/);
});
