import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { passwordFinding } from "../../src/cli/doctor-checks.ts";
import { durabilityFindings } from "../../src/doctor/durability.ts";
import { ownAddressFinding } from "../../src/doctor/own-address.ts";
import { checkRequiredStrength } from "../../src/doctor/required-proof.ts";
import { isContainer } from "../../src/ops/secret-files.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import { freePort } from "../support/free-port.ts";
import { configOf } from "../support/in-process.ts";
import { openEmptyFolder, openFolder } from "./command-line.ts";

test("doctor says how long a password check takes and how many sign-ins a second that makes", () => {
  assert.deepEqual(passwordFinding({ concurrency: 2, millisecondsEach: 11.2, perSecond: 178.6 }), {
    check: "password hashing",
    state: "ok",
    detail: "Argon2id: 11 ms each, about 179 sign-ins a second on 2 cores",
    figures: { hash_milliseconds: 11, sign_ins_per_second: 179, cores: 2 },
  });
});

test("doctor warns where fewer than 20 people a second can sign in", () => {
  const rate = { concurrency: 1, millisecondsEach: 50, perSecond: 20 };
  assert.equal(passwordFinding(rate).state, "ok");
  const slow = passwordFinding({ ...rate, millisecondsEach: 53, perSecond: 19 });
  assert.equal(slow.state, "warning");
  assert.match(slow.detail, /about 19 sign-ins a second on 1 core$/);
  assert.ok(slow.repair);
});

test("doctor warns of each setting of a server that forgets after a crash, and of nothing else", () => {
  assert.deepEqual(durabilityFindings([]), []);
  const found = durabilityFindings(["fsync", "full_page_writes"]);
  assert.deepEqual(
    found.map(({ check, state }) => [check, state]),
    Array(2).fill(["durability", "warning"]),
  );
  assert.match(found[0]?.detail ?? "", /fsync = off/);
  assert.match(found[1]?.detail ?? "", /full_page_writes = off/);
  const [unnamed, local] = durabilityFindings(["synchronous_standby_names", "synchronous_commit"]);
  assert.match(
    unnamed?.detail ?? "",
    /synchronous_standby_names = '': when another server takes over, issued tokens/,
  );
  assert.match(local?.detail ?? "", /synchronous_commit = local: when another server takes over/);
});

test("doctor --json has what was measured as numbers", async () => {
  await using folder = await openFolder();
  const findings = await folder.json(["doctor", "--port", "0"]);
  const found = findings.find(({ check }) => check === "password hashing");
  const figures: unknown = found?.figures;
  assert.ok(typeof figures === "object" && figures !== null);
  assert.deepEqual(Object.keys(figures), ["hash_milliseconds", "sign_ins_per_second", "cores"]);
  for (const value of Object.values(figures)) assert.ok(Number.isSafeInteger(value) && value > 0);
});

test("a required passkey that no browser can have is a failure; a requirement that people can meet is told", () => {
  const stateOf = (environment: Readonly<Record<string, string>>) =>
    [...checkRequiredStrength(configOf("/tmp", environment))].map(({ state }) => state);
  assert.deepEqual(stateOf({}), []);
  assert.deepEqual(stateOf({ LATCHKEY_REQUIRE: "two" }), ["ok"]);
  assert.deepEqual(stateOf({ LATCHKEY_REQUIRE: "phr" }), ["ok"]);
  assert.deepEqual(stateOf({ LATCHKEY_REQUIRE: "phr", LATCHKEY_BASE_URL: "http://127.0.0.1:8080" }), [
    "failed",
  ]);
});

test("doctor asks the base URL for the installation's own keys, and says what is there instead", async () => {
  const replies = new Map<string, readonly [number, string]>([
    ["/own", [200, JSON.stringify({ keys: [{ kid: "other" }, { kid: "ours" }] })]],
    ["/other", [200, JSON.stringify({ keys: [{ kid: "other" }] })]],
    ["/page", [200, "<h1>Welcome to nginx!</h1>"]],
    ["/away", [502, ""]],
    ["/moved", [301, ""]],
  ]);
  const server = createServer(({ url = "" }, response) => {
    const [status, body] = replies.get(url.replace("/.well-known/jwks.json", "")) ?? [404, ""];
    response.writeHead(status, { location: "/own/.well-known/jwks.json" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told = async (issuer: string) => {
    const { state, detail } = await ownAddressFinding(issuer as Issuer, ["seals", "ours"]);
    return `${state}: ${detail.replace(base, "")}`;
  };
  assert.equal(await told(`${base}/own`), "ok: /own leads to this installation");
  assert.equal(await told(`${base}/other`), "warning: /other is answered by something else");
  assert.equal(await told(`${base}/page`), "warning: /page is answered by something else");
  assert.equal(await told(`${base}/away`), "warning: /away answers 502 from here");
  assert.equal(await told(`${base}/moved`), "warning: /moved answers 301 from here");
  server.close();
  server.closeAllConnections();
  const nowhere = await ownAddressFinding(`http://127.0.0.1:${await freePort()}` as Issuer, []);
  assert.match(nowhere.detail, /does not answer from here \(ECONNREFUSED\)$/);
  const unknown = await ownAddressFinding("http://nobody.invalid" as Issuer, []);
  assert.match(unknown.detail, /does not answer from here \((ENOTFOUND|EAI_AGAIN)\)$/);
  assert.match(unknown.repair ?? "", /make the name resolve/);
});

test("doctor and the log name a file with a secret that others can read, except in a container", async () => {
  await using folder = await openEmptyFolder();
  await chmod(folder.path, 0o755);
  const file = join(folder.path, "secret");
  await writeFile(file, "0123456789abcdef0123456789abcdef", { mode: 0o644 });
  const expected = isContainer(process.env) ? [] : [`chmod 600 ${file}`];
  const env = { LATCHKEY_SECRET_FILE: "secret", LATCHKEY_PORT: "0" };
  const { stdout } = await folder.run(["doctor"], { env });
  assert.deepEqual(
    [...stdout.matchAll(/^warning {2}secrets: .*\n +Repair: (.*)$/gm)].map(([, repair]) => repair),
    expected,
  );
  await using service = folder.begin(["serve"], env);
  const lines: (string | undefined)[] = [await service.nextLine()];
  service.process.kill("SIGTERM");
  while (lines.at(-1) !== undefined) lines.push(await service.nextLine().catch(() => undefined));
  const logged = lines.flatMap((line) => (line === undefined ? [] : [JSON.parse(line)]));
  assert.ok(logged.some(({ msg }) => msg === "no-tls"));
  assert.deepEqual(
    logged.filter(({ msg }) => msg === "secret-file-open").map(({ repair }) => repair),
    expected,
  );
});
