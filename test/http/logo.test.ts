import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { interfaceMetadata } from "../../src/protocol/client/client.ts";
import { FormClient, type HttpAnswer } from "../support/form-client.ts";
import { type InProcessService, startInProcess, type TestClient } from "../support/in-process.ts";
import { authorizationOf } from "./journey.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n\0\xff<script>", "latin1");

let service: InProcessService;
let browser: FormClient;
before(async () => {
  service = await startInProcess();
  browser = new FormClient(service.url);
});
after(async () => {
  browser.close();
  await service[Symbol.asyncDispose]();
});

/** A web server of a client, and what it was asked. */
async function startPictures(answer: (response: ServerResponse) => void) {
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    answer(response);
  });
  server.on("upgrade", (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    uri: `http://127.0.0.1:${port}/logo.png`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function addClient(logoUri: string): Promise<TestClient> {
  return service.addClient({ metadata: { ...interfaceMetadata, logoUri } });
}

const pageOf = (client: TestClient) => browser.get(authorizationOf(client, { response_type: "code" }));
const logoOn = ({ body }: HttpAnswer) =>
  /<img class="logo" src="([^"]+)"/.exec(body)?.[1]?.replace("&amp;", "&");

/** The kept copy of the client's logo, once there is one. */
async function fetched(client: TestClient) {
  for (let round = 0; round < 1_000; round += 1) {
    const logo = await service.ports.clientLogos.find(client.client.id);
    if (logo !== undefined) return logo;
    await new Promise(setImmediate);
  }
  return assert.fail("nothing was fetched");
}

test("oidcc-registration-logo-uri: the sign-in page shows the copy that is kept, and names nobody else's address", async () => {
  await using pictures = await startPictures((response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(png),
  );
  const client = await addClient(pictures.uri);
  assert.equal(logoOn(await pageOf(client)), undefined, "no page waits for it");
  await fetched(client);
  const page = await pageOf(client);
  const address = logoOn(page) ?? assert.fail(page.body);
  assert.match(address, new RegExp(`^/logo\\?client=${client.id}&v=[\\w-]{12}$`));
  assert.match(page.body, /<img class="logo"[^>]* alt="[^"]+" width="48" height="48">/);
  assert.ok(!page.body.includes(new URL(pictures.uri).host), "the page leads nobody to the client's server");
  assert.match(String(page.headers["content-security-policy"]), /img-src 'self'/);
  const { status, headers } = await browser.get(address);
  assert.equal(status, 200);
  assert.equal(headers["content-type"], "image/png", "what the bytes are, whatever their sender says");
  assert.equal(headers["content-length"], String(png.length));
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.match(String(headers["content-security-policy"]), /^default-src 'none';.*; sandbox$/);
  assert.equal(headers["cross-origin-resource-policy"], "same-origin");
  assert.equal(headers["cache-control"], "public, max-age=86400");
  const bytes = Buffer.from(await (await fetch(service.url + address)).arrayBuffer());
  assert.deepEqual(bytes, png);
  const again = await browser.get(address, { "if-none-match": String(headers.etag) });
  assert.deepEqual([again.status, again.body, again.headers["content-length"]], [304, "", undefined]);
  await pageOf(client);
  assert.deepEqual(pictures.asked, ["/logo.png"]);
});

const bad: readonly (readonly [title: string, answer: (response: ServerResponse) => void])[] = [
  ["an SVG", (response) => response.writeHead(200, { "content-type": "image/png" }).end("<svg onload='x'/>")],
  ["a page", (response) => response.end("<script>alert(1)</script>")],
  ["a picture beyond 64 KiB", (response) => response.end(Buffer.concat([png, Buffer.alloc(65_536)]))],
  ["a redirect", (response) => response.writeHead(302, { location: "/elsewhere" }).end()],
  [
    "a switch of protocols",
    (response) => response.writeHead(101, { upgrade: "x", connection: "upgrade" }).end(),
  ],
];
for (const [title, answer] of bad)
  test(`D33: ${title} is no logo, and the page is as it would be without`, async () => {
    await using pictures = await startPictures(answer);
    const client = await addClient(pictures.uri);
    await pageOf(client);
    assert.equal((await fetched(client)).picture, undefined);
    const page = await pageOf(client);
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.body, /<img/);
    assert.equal((await browser.get(`/logo?client=${client.id}`)).status, 404);
    assert.equal(pictures.asked.length, 1);
    const told = service.log.filter(
      ({ message, fields }) => message === "logo-unusable" && fields.clientId === client.id,
    );
    assert.equal(told.length, 1);
  });

test("D33: an address inside is not asked by a service that is deployed", async () => {
  await using pictures = await startPictures((response) => response.end(png));
  await using deployed = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example" });
  const { port } = new URL(pictures.uri);
  const stranger = new FormClient(deployed.url);
  for (const logoUri of [pictures.uri, `https://127.0.0.1:${port}/`, `https://localhost:${port}/`]) {
    const client = await deployed.addClient({ metadata: { ...interfaceMetadata, logoUri } });
    await stranger.get(authorizationOf(client, { response_type: "code" }));
    for (let round = 0; (await deployed.ports.clientLogos.find(client.client.id)) === undefined; round += 1) {
      assert.ok(round < 1_000, logoUri);
      await new Promise(setImmediate);
    }
  }
  stranger.close();
  assert.deepEqual(pictures.asked, []);
});

test("a server that says nothing keeps no page waiting", async () => {
  await using pictures = await startPictures(() => {});
  const client = await addClient(pictures.uri);
  for (let round = 0; round < 3; round += 1) {
    const page = await pageOf(client);
    assert.deepEqual([page.status, logoOn(page)], [200, undefined]);
  }
});

test("a logo is gone as soon as its client no longer has one, and nobody else's is served", async () => {
  await using pictures = await startPictures((response) => response.end(png));
  const client = await addClient(pictures.uri);
  await pageOf(client);
  await fetched(client);
  const address = logoOn(await pageOf(client)) ?? assert.fail();
  for (const target of ["/logo", "/logo?client=x", `/logo?client=lkc${"a".repeat(20)}`])
    assert.equal((await browser.get(target)).status, 404, target);
  await service.ports.clients.update({ ...client.client, metadata: interfaceMetadata });
  assert.equal((await browser.get(address)).status, 404);
  assert.equal(logoOn(await pageOf(client)), undefined);
});
