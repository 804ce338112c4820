import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { createHealth } from "../../src/ops/health.ts";
import { drainServer } from "../../src/ops/shutdown.ts";

test("readiness begins when everything is open, follows the store, and ends for good with the shutdown", () => {
  const health = createHealth();
  assert.equal(health.isReady(), false);
  health.becomeReady();
  assert.equal(health.isReady(), true);
  health.reportStore(false);
  assert.equal(health.isReady(), false);
  health.reportStore(true);
  assert.equal(health.isReady(), true);
  health.beginShutdown();
  health.becomeReady();
  health.reportStore(true);
  assert.equal(health.isReady(), false);
});

test("G25: draining answers what is under way, closes idle connections and refuses new ones", async () => {
  const received = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url === "/slow") received.resolve(response);
    else response.end("quick");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const busy = connect(port, "127.0.0.1");
  busy.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  const idle = connect(port, "127.0.0.1");
  idle.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(idle, "data");
  const response = await received.promise;

  const drained = drainServer(server);
  await once(idle.resume(), "close");
  const late = connect(port, "127.0.0.1");
  const [error] = await once(late, "error");
  assert.equal(error.code, "ECONNREFUSED");
  response.end("answered");
  const [answer] = await Promise.all([text(busy), drained]);
  assert.match(answer, /^HTTP\/1.1 200[\s\S]*answered/);
});

test("G25: draining answers a connection whose first request is on its way, and closes one that stays silent", async () => {
  const server = createServer((_, response) => response.setHeader("connection", "close").end("answered"));
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [slow, silent] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  await Promise.all([slow, silent].map((socket) => once(socket, "connect")));
  const drained = drainServer(server, () => accepted.filter(({ bytesRead }) => bytesRead === 0));
  while (server.listening) await new Promise((resolve) => setImmediate(resolve));
  const [error] = await once(connect(port, "127.0.0.1"), "error");
  assert.equal(error.code, "ECONNREFUSED");
  slow.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  assert.match(await text(slow), /^HTTP\/1.1 200[\s\S]*answered/);
  assert.equal(await text(silent), "");
  await drained;
});

test("G33: an exception that nobody caught ends the process with 1, told by name and place only", async () => {
  const script = `
    import { systemClock } from "./src/adapters/system/clock.ts";
    import { openLog } from "./src/ops/log.ts";
    import { exitOnUncaught } from "./src/ops/shutdown.ts";
    exitOnUncaught(openLog({ level: "info", fd: 1, isTerminal: false, hasColour: false, clock: systemClock }));
    Promise.reject(new RangeError("planted-Pa55word"));`;
  const { promise, resolve } = Promise.withResolvers<[unknown, string]>();
  const cwd = new URL("../..", import.meta.url);
  const words = ["--input-type=module-typescript", "-e", script];
  execFile(process.execPath, words, { cwd }, (error, stdout, stderr) =>
    resolve([error?.code, stdout + stderr]),
  );
  const [exitCode, said] = await promise;
  assert.equal(exitCode, 1);
  assert.match(said, /"msg":"uncaught-exception"/);
  assert.match(said, /"name":"RangeError"/);
  assert.ok(!said.includes("planted-Pa55word"), said);
});
