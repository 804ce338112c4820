import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { freePort } from "../support/free-port.ts";
import { openEmptyFolder, type Running } from "./command-line.ts";

const anyPort = { LATCHKEY_PORT: "0" };

async function listeningAt(running: Running): Promise<URL> {
  const line = JSON.parse(await running.nextLine());
  assert.equal(line.msg, "listening");
  return new URL(line.url);
}

/** Takes a port for as long as the test runs. */
async function takePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port: String(port),
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

/** Resolves when nobody accepts connections there any more. */
async function refusesConnections({ hostname, port }: URL): Promise<void> {
  for (;;) {
    const socket = connect(Number(port), hostname);
    const code = await once(socket, "connect").then(
      () => undefined,
      (error) => error.code,
    );
    socket.destroy();
    if (code === "ECONNREFUSED") return;
  }
}

test("serve says where it listens in its first line, commands work beside it, and SIGTERM ends it with 0", async () => {
  await using folder = await openEmptyFolder();
  await using service = folder.begin(["serve"], anyPort);
  const url = await listeningAt(service);
  assert.match(await service.nextLine(), /"level":"warn".*"msg":"no-tls"/);
  const [client] = await folder.json([
    "client",
    "create",
    "--name",
    "x",
    "--redirect-uri",
    "https://app.example/",
  ]);
  assert.match(String(client?.client_id), /^lkc/);
  const at = { env: { LATCHKEY_PORT: url.port } };
  assert.equal((await folder.run(["healthcheck"], at)).exitCode, 0);
  assert.match((await folder.run([], at)).stdout, /\(running\)/);
  assert.match((await folder.run(["doctor"], at)).stdout, /is answered by a running Latchkey/);
  service.process.kill("SIGTERM");
  assert.equal(await service.ended, 0);
  assert.equal((await folder.run(["healthcheck"], at)).exitCode, 69);
});

test("healthcheck --wait asks until the service is ready, and gives up when the time is over", async () => {
  await using folder = await openEmptyFolder();
  const statuses = [503, 503, 200];
  const server = createHttpServer((_, response) => response.writeHead(statuses.shift() ?? 503).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = { env: { LATCHKEY_PORT: String((server.address() as AddressInfo).port) } };
  assert.equal((await folder.run(["healthcheck", "--wait", "60"], at)).exitCode, 0);
  const late = await folder.run(["healthcheck", "--wait", "1"], at);
  assert.deepEqual([late.exitCode, /answers 503/.test(late.stderr)], [69, true]);
  for (const wrong of ["0", "601", "1.5", "soon"])
    assert.equal((await folder.run(["healthcheck", "--wait", wrong], at)).exitCode, 2, wrong);
  server.close();
});

test("G25: a request that is under way at SIGTERM is answered, new connections are refused, exit code 0", async () => {
  await using folder = await openEmptyFolder();
  await using service = folder.begin(["serve"], anyPort);
  const url = await listeningAt(service);
  const slow = connect(Number(url.port), url.hostname);
  slow.write(`POST /v1/Oauth/token HTTP/1.1\r\nHost: ${url.host}\r\nExpect: 100-continue\r\n`);
  slow.write("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n");
  await once(slow, "data"); // 100 Continue: the request is being worked on.
  service.process.kill("SIGTERM");
  await refusesConnections(url);
  slow.write("code=none");
  assert.match(await text(slow), /^HTTP\/1\.1 40\d/);
  assert.equal(await service.ended, 0);
});

test("a second signal ends it at once with 130", async () => {
  await using folder = await openEmptyFolder();
  await using service = folder.begin(["serve"], anyPort);
  const url = await listeningAt(service);
  const stuck = connect(Number(url.port), url.hostname).on("error", () => {});
  stuck.write(`POST /v1/Oauth/token HTTP/1.1\r\nHost: ${url.host}\r\nExpect: 100-continue\r\n`);
  stuck.write("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\n");
  await once(stuck, "data");
  // One Ctrl-C may arrive twice, so the second one counts only after a moment.
  const impatience = setInterval(() => service.process.kill("SIGINT"), 50);
  const exitCode = await service.ended;
  clearInterval(impatience);
  assert.equal(exitCode, 130);
});

test("a taken port is one line with the repair and exit code 69, for serve and for both ports of the demo", async () => {
  await using folder = await openEmptyFolder();
  await using taken = await takePort();
  const rows = [
    [["serve", "--port", taken.port], "--port"],
    [["demo", "--port", taken.port, "--demo-port", "0"], "--port"],
    [["demo", "--port", "0", "--demo-port", taken.port], "--demo-port"],
  ] as const;
  for (const [words, option] of rows) {
    const answer = await folder.run(words);
    assert.equal(answer.exitCode, 69, answer.stderr);
    assert.match(answer.stderr, new RegExp(`Port ${taken.port} on 127\\.0\\.0\\.1 is taken`));
    assert.match(answer.stderr, new RegExp(` ${option} \\(0 takes a free one\\)`));
    assert.equal(answer.stdout, "");
  }
});

test("the first demo prints three lines: the address, how to sign in, where the data lies; the second keeps it all", async () => {
  await using folder = await openEmptyFolder();
  const words = ["demo", "--demo-port", "0"];
  const first = folder.begin(words, anyPort);
  const lines = [await first.nextLine(), await first.nextLine(), await first.nextLine()];
  assert.match(lines[0] ?? "", /^Demo {6}http:\/\/localhost:\d+$/);
  assert.match(lines[1] ?? "", /^Sign in {3}as ada with the password (\w{5}-){3}\w{5} \(shown this once, /);
  assert.match(lines[2] ?? "", new RegExp(`^Data {6}${join(folder.path, "data")} \\(new`));
  const page = await fetch(lines[0]?.slice(10) ?? "");
  assert.equal(page.status, 200);
  first.process.kill("SIGINT");
  assert.equal(await first.ended, 0);
  assert.equal(await first.stderr, "Ctrl-C stops it.\n", "the first screen is clean");

  const keptFile = join(folder.path, "data", "demo-client.json");
  assert.equal(statSync(keptFile).mode & 0o777, 0o600);
  const kept = readFileSync(keptFile, "utf8");
  await using second = folder.begin(words, anyPort);
  assert.match(await second.nextLine(), /^Demo/);
  assert.match(await second.nextLine(), /with the password from the first start .*set-password ada/);
  assert.match(await second.nextLine(), /kept from before/);
  assert.equal(readFileSync(keptFile, "utf8"), kept);
  second.process.kill("SIGTERM");
  assert.equal(await second.ended, 0);
  assert.equal((await folder.json(["client", "list"])).length, 1);
});

test("the demo makes its API once, keeps what the operator changed, and gives it to an installation without one", async () => {
  await using folder = await openEmptyFolder();
  const port = String(await freePort());
  const start = async (demoPort: string) => {
    await using demo = folder.begin(["demo", "--demo-port", demoPort, "--json"], anyPort);
    const { demo_url: url } = JSON.parse(await demo.nextLine());
    demo.process.kill("SIGTERM");
    assert.equal(await demo.ended, 0);
    return { resource: `${url}/orders`, apis: await folder.json(["api", "list"]) };
  };
  const first = await start(port);
  assert.deepEqual(
    first.apis.map(({ resource, token_format: format }) => [resource, format]),
    [[first.resource, "jwt"]],
  );
  assert.equal((await folder.run(["api", "update", first.resource, "--lifetime", "120"])).exitCode, 0);
  assert.equal((await start(port)).apis[0]?.token_lifetime_seconds, 120);

  assert.equal((await folder.run(["api", "delete", first.resource, "--yes"])).exitCode, 0);
  const [client] = await folder.json(["client", "list"]);
  const id = String(client?.client_id);
  assert.equal((await folder.run(["client", "update", id, "--no-resource"])).exitCode, 0);
  assert.equal((await start(port)).apis.length, 1);

  const elsewhere = await start("0");
  assert.deepEqual(
    elsewhere.apis.map(({ resource }) => resource),
    [elsewhere.resource],
  );
  const [moved] = await folder.json(["client", "list"]);
  assert.deepEqual(moved?.resources, [elsewhere.resource]);
});

test("the demo whose client file is gone registers anew: a client that only has its name may be somebody's own", async () => {
  await using folder = await openEmptyFolder();
  assert.equal((await folder.run(["db", "migrate"])).exitCode, 0);
  const own = ["client", "create", "--name", "Demo application", "--redirect-uri", "https://app.example/"];
  await folder.json(["db", "migrate"]);
  const [named] = await folder.json(own);
  const words = ["demo", "--demo-port", "0", "--json"];
  const keptFile = join(folder.path, "data", "demo-client.json");
  const start = async () => {
    await using demo = folder.begin(words, anyPort);
    const welcome = JSON.parse(await demo.nextLine());
    demo.process.kill("SIGTERM");
    assert.equal(await demo.ended, 0);
    return { welcome, client: JSON.parse(readFileSync(keptFile, "utf8")) };
  };
  const first = await start();
  assert.match(first.welcome.password, /^(\w{5}-){3}\w{5}$/);
  unlinkSync(keptFile);
  const second = await start();
  assert.equal(second.welcome.password, undefined);
  assert.notEqual(second.client.client_id, first.client.client_id);
  const [shown] = await folder.json(["client", "show", String(named?.client_id)]);
  const { client_secret: _, next_commands: __, ...untouched } = named ?? {};
  assert.deepEqual(shown, untouched);
});

test("the demo whose secret was rotated gets a new one for the same client", async () => {
  await using folder = await openEmptyFolder();
  const words = ["demo", "--demo-port", "0", "--json"];
  const keptFile = join(folder.path, "data", "demo-client.json");
  const start = async () => {
    await using demo = folder.begin(words, anyPort);
    await demo.nextLine();
    return JSON.parse(readFileSync(keptFile, "utf8"));
  };
  const first = await start();
  await folder.json(["client", "rotate-secret", first.client_id]);
  const second = await start();
  assert.equal(second.client_id, first.client_id);
  assert.notEqual(second.client_secret, first.client_secret);
});

test("wherever the service listens, the demo application answers on this machine alone", async () => {
  await using folder = await openEmptyFolder();
  await using taken = await takePort();
  const words = ["demo", "--host", "0.0.0.0", "--demo-port", taken.port];
  const { stderr, exitCode } = await folder.run(words, { env: anyPort });
  assert.equal(exitCode, 69);
  assert.match(stderr, new RegExp(`Port ${taken.port} on 127\\.0\\.0\\.1 is taken`));
});

test("the demo is refused behind an https base URL, with what to do instead", async () => {
  await using folder = await openEmptyFolder();
  const { stderr, exitCode } = await folder.run(["demo"], {
    env: { LATCHKEY_BASE_URL: "https://id.example" },
  });
  assert.equal(exitCode, 78);
  assert.match(stderr, /base URL is https:\/\/id\.example\.\n {2}Leave LATCHKEY_BASE_URL out.* serve`/);
  assert.deepEqual(readdirSync(folder.path), []);
});

test("serve with an https base URL warns when no proxy is named", async () => {
  await using folder = await openEmptyFolder();
  const env = { ...anyPort, LATCHKEY_BASE_URL: "https://id.example" };
  await using service = folder.begin(["serve"], env);
  await listeningAt(service);
  const line = JSON.parse(await service.nextLine());
  assert.deepEqual([line.level, line.msg], ["warn", "no-trusted-proxies"]);
  assert.match(line.repair, /LATCHKEY_TRUSTED_PROXIES/);
});
