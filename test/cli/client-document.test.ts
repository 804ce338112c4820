import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, it } from "node:test";
import { openEmptyFolder } from "./command-line.ts";

let folder: Awaited<ReturnType<typeof openEmptyFolder>>;
let origin: string;
const server = createServer(({ url }, response) => {
  const document = {
    client_id: `${origin}/client.json`,
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
  };
  const secret = url === "/secret.json" ? { client_id: `${origin}${url}`, client_secret: "x" } : {};
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ ...document, ...secret }));
});

before(async () => {
  folder = await openEmptyFolder();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.close();
  await folder[Symbol.asyncDispose]();
});

it("a document is checked as the service would read it, and the policy is named", async () => {
  const words = ["client", "check-document", `${origin}/client.json`];
  const closed = await folder.run(words);
  assert.equal(closed.exitCode, 0, closed.stderr);
  assert.match(
    closed.stdout,
    /^Redirect URI +http:\/\/localhost\/callback\n +http:\/\/127\.0\.0\.1\/callback$/m,
  );
  assert.match(closed.stderr, /LATCHKEY_CLIENT_DOCUMENTS/);
  const open = await folder.run([...words, "--json"], { env: { LATCHKEY_CLIENT_DOCUMENTS: "open" } });
  assert.deepEqual(JSON.parse(open.stdout), {
    client_id: `${origin}/client.json`,
    client_name: new URL(origin).host,
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
    refresh_tokens: false,
    admitted: true,
  });
});

it("a document that would be refused is refused with its member, and a wrong address with the right one", async () => {
  const refused = await folder.run(["client", "check-document", `${origin}/secret.json`]);
  assert.deepEqual([refused.exitCode, refused.stdout], [4, ""]);
  assert.match(refused.stderr, /member client_secret,/);
  const elsewhere = await folder.run(["client", "check-document", `${origin}/other.json`]);
  assert.match(elsewhere.stderr, /member client_id/);
  const spelt = await folder.run(["client", "check-document", `${origin}/x/../client.json#top`]);
  assert.equal(spelt.exitCode, 2);
  assert.ok(spelt.stderr.includes(`Write it as ${origin}/client.json`), spelt.stderr);
});
