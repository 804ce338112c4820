import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { json } from "node:stream/consumers";
import { after, before, it } from "node:test";
import { authorizationTarget } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { LiveService, type RegisteredClient, startService } from "../support/service.ts";
import { onBothEngines } from "./on-both-engines.ts";

const old = "hunter2";
const redirectUri = "http://127.0.0.1:9/cb";

/** The old product: it knows one password, and may hold its answer back. */
class OldProduct {
  readonly asked: string[] = [];
  held: (() => void)[] | undefined;
  readonly #server = createServer(async (message, response) => {
    const { username, password }: { username?: string; password?: string } = Object(await json(message));
    this.asked.push(username ?? "");
    if (this.held === undefined) return answer(response, password);
    this.held.push(() => answer(response, password));
    this.#arrived?.();
  });
  #arrived: (() => void) | undefined;

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/check`;
  }

  /** Resolves when a question is held back. */
  async heldQuestion(): Promise<void> {
    if (this.held?.length) return;
    await new Promise<void>((resolve) => {
      this.#arrived = resolve;
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

function answer(response: ServerResponse, password: string | undefined): void {
  response.end(JSON.stringify({ valid: password === old }));
}

onBothEngines("people whose password only the old product knows", (environment) => {
  const oldProduct = new OldProduct();
  let settings: Readonly<Record<string, string>>;
  let service: LiveService;
  let second: LiveService | undefined;
  let client: RegisteredClient;
  let metricsPort: number;

  before(async () => {
    metricsPort = await freePort();
    settings = {
      ...(await environment()),
      LATCHKEY_IMPORT_CHECK_URL: await oldProduct.start(),
      LATCHKEY_IMPORT_CHECK_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
      LATCHKEY_IMPORT_CHECK_UNTIL: "2999-12-31",
    };
    service = await startService({ ...settings, LATCHKEY_METRICS_PORT: `${metricsPort}` });
    client = await service.createClient("App", [redirectUri]);
    const people = ["ada", "bob", "carol", "dora"].map((username) => JSON.stringify({ username }));
    const withHash = JSON.stringify({ username: "erin", password: "a password of before" });
    await writeFile(path.join(service.dataDir, "people.jsonl"), [...people, withHash].join("\n"));
    const imported = await service.run(["import", "users", "people.jsonl"]);
    assert.equal(imported.exitCode, 0, imported.stderr);
  });
  after(async () => {
    await second?.[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    oldProduct.close();
  });

  async function signIn(username: string, password = old, at = service): Promise<string | undefined> {
    const browser = new FormClient(at.url);
    try {
      const target = authorizationTarget(client);
      const { headers } = await browser.signIn(target, { username, password });
      return new URL(headers.location ?? "about:blank").searchParams.get("code") ?? undefined;
    } finally {
      browser.close();
    }
  }

  const left = async () => {
    const listed = await service.run(["user", "list", "--old-password", "--json"]);
    return listed.stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line).username)
      .sort();
  };

  it("are counted by the list, doctor and metric, and leave all three as they sign in", async () => {
    assert.deepEqual(await left(), ["ada", "bob", "carol", "dora"]);
    assert.ok(await signIn("ada"));
    assert.deepEqual(oldProduct.asked, ["ada"]);
    assert.deepEqual(await left(), ["bob", "carol", "dora"]);
    const doctor = await service.run(["doctor"]);
    assert.match(
      doctor.stdout + doctor.stderr,
      /of 3 people only the old product knows the password; it is asked until 2999-12-31/,
    );
    assert.match(doctor.stdout + doctor.stderr, /LATCHKEY_IMPORT_CHECK_URL answers/);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    assert.match(metrics, /^latchkey_old_passwords [34]$/m);
  });

  it("kill -9 between answer and store: nothing is stored, and the next sign-in asks again", async () => {
    oldProduct.asked.length = 0;
    oldProduct.held = [];
    const cut = signIn("bob").catch(() => undefined);
    await oldProduct.heldQuestion();
    for (const release of oldProduct.held) release();
    await service.kill9();
    assert.equal(await cut, undefined);
    oldProduct.held = undefined;
    await service.start();
    // The answer may have been stored before the process ended, but then it is a whole password.
    const asked = (await left()).includes("bob") ? 2 : 1;
    assert.ok(await signIn("bob"));
    assert.equal(oldProduct.asked.length, asked);
    assert.ok(await signIn("bob"));
    assert.equal(oldProduct.asked.length, asked);
  });

  it("two processes that are asked at once leave one password, and both let the person in", async (t) => {
    if (settings.LATCHKEY_DATABASE_URL === undefined) return t.skip("a SQLite file is served by one process");
    second = new LiveService(service.dataDir, { LATCHKEY_LOG_LEVEL: "info", ...settings });
    await second.start();
    oldProduct.asked.length = 0;
    oldProduct.held = [];
    const both = Promise.all([signIn("carol"), signIn("carol", old, second)]);
    while (oldProduct.held.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const release of oldProduct.held) release();
    oldProduct.held = undefined;
    for (const code of await both) assert.ok(code);
    assert.ok(await signIn("carol", old, second));
    assert.equal(oldProduct.asked.length, 2);
  });

  it("somebody who was imported with a password is never asked about, and a new password ends the asking", async () => {
    oldProduct.asked.length = 0;
    assert.ok(await signIn("erin", "a password of before"));
    const set = await service.run(
      ["user", "set-password", "dora", "--password-stdin"],
      "nineteen paper boats drift past\n",
    );
    assert.equal(set.exitCode, 0, set.stderr);
    assert.equal(await signIn("dora"), undefined);
    assert.ok(await signIn("dora", "nineteen paper boats drift past"));
    assert.deepEqual(oldProduct.asked, []);
    assert.ok(!(await left()).includes("dora"));
  });
});
