import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, it, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { type MountedLatchkey, openLatchkey } from "../../src/library.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";

const samples = resolve(import.meta.dirname, "mounts");

interface Stage extends AsyncDisposable {
  readonly latchkey: MountedLatchkey;
  readonly origin: string;
  readonly server: Server;
}

type Serve = (latchkey: MountedLatchkey, port: number) => Server | Promise<Server>;

async function openStage(serve: Serve, settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-mount-"));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const latchkey = await openLatchkey({
    baseUrl: `${origin}/id`,
    dataDir,
    settings: { LATCHKEY_LOG_LEVEL: "silent", ...settings },
  });
  const server = await serve(latchkey, port);
  if (!server.listening) await once(server, "listening");
  return {
    latchkey,
    origin,
    server,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await latchkey.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

const plain: Serve = (latchkey, port) => createServer(latchkey.handler).listen(port);

describe("openLatchkey", () => {
  for (const name of readdirSync(samples))
    it(`serves a whole sign-in below a path of ${name.replace(".js", "")}, beside the application`, async () => {
      const { serve } = await import(join(samples, name));
      await using stage = await openStage(serve);
      const { latchkey, origin } = stage;
      const redirectUri = "http://localhost:3000/callback";
      const { clientId, clientSecret } = await latchkey.createClient({ redirectUris: [redirectUri] });
      const ada = await latchkey.createUser({ username: "ada" });
      const browser = new FormClient(origin);
      try {
        const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, state: "s" });
        const back = await browser.signIn(`/id/v1/Oauth/authorization?${query}`, ada);
        const code = new URL(back.headers.location ?? "").searchParams.get("code") ?? "";
        const fields = { client_id: clientId, client_secret: clientSecret, code, redirect_uri: redirectUri };
        const body = new URLSearchParams(fields);
        const answer = await fetch(`${origin}/id/v1/Oauth/token`, { method: "POST", body });
        const { access_token: token } = (await answer.json()) as { readonly access_token?: unknown };
        assert.deepEqual([answer.status, typeof token], [200, "string"]);
        assert.equal((await browser.get("/")).body, "The application");
        assert.equal((await browser.send({ method: "HEAD", target: "/id/sign-in" })).body, "");
      } finally {
        browser.close();
      }
    });

  it("says of a body that a parser took before it what to do", async () => {
    await using stage = await openStage((latchkey, port) =>
      createServer(async (request, response) => {
        await text(request);
        latchkey.handler(request, response);
      }).listen(port),
    );
    const answer = await fetch(`${stage.origin}/id/v1/Oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ code: "x" }),
    });
    assert.equal(answer.status, 500);
    assert.match(await answer.text(), /Mount latchkey\.handler in front of body parsers/);
    assert.equal((await fetch(`${stage.origin}/id/readyz`)).status, 200);
  });

  it("answers the request under way before it is closed, and then 503", async () => {
    await using stage = await openStage(plain);
    const { latchkey, origin } = stage;
    const socket = connect(Number(new URL(origin).port), "localhost");
    const body = "client_id=x&client_secret=y&code=z";
    socket.write(
      `POST /id/v1/Oauth/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await once(stage.server, "request");
    let isClosed = false;
    const closed = latchkey.close().then(() => {
      isClosed = true;
    });
    await pause(50);
    assert.equal(isClosed, false);
    socket.write(body);
    const [answer] = await once(socket, "data");
    assert.match(String(answer), /^HTTP\/1\.1 400 [\s\S]*connection: close/i);
    await closed;
    socket.destroy();
    const late = await fetch(`${origin}/id/sign-in`);
    assert.equal(late.status, 503);
    assert.equal(late.headers.get("retry-after"), "2");
  });

  it("opens no port", async () => {
    const port = await freePort();
    await using stage = await openStage(plain, { LATCHKEY_PORT: String(port) });
    assert.equal(stage.latchkey.issuer, `${stage.origin}/id`);
    await assert.rejects(fetch(`http://localhost:${port}/id/livez`), /fetch failed/);
  });
});

test("the guide shows the samples of every server, character for character", () => {
  const guide = readFileSync(resolve(import.meta.dirname, "../../docs/embedding.md"), "utf8");
  for (const name of readdirSync(samples))
    assert.ok(guide.includes(`\`\`\`js\n${readFileSync(join(samples, name), "utf8")}\`\`\``), name);
});
