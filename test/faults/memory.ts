// Proof: no process of Latchkey takes more than 256 MB of resident memory, whatever it is asked. A control group with that limit would kill
// one that does, where the machine allows one. `npm run proof:memory -- --rounds 1000` does it with a thousand times a thousand people.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { fillGrants } from "../../bench/curve/fill.ts";
import { Driver } from "../../bench/drive.ts";
import { beginRounds, createPeople, doRounds, flowAndUserinfo, kinds, type Person } from "../costs/rounds.ts";
import { authorizationTarget } from "../support/authorization-url.ts";
import { bcrypt } from "../support/foreign-files.ts";
import { createMemoryGroup } from "../support/memory-group.ts";
import { peakBytesOf } from "../support/peak-memory.ts";
import { type LiveService, newDataDir, LiveService as Service, spawnLatchkey } from "../support/service.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const megabyte = 1024 * 1024;
const residentMax = 256 * megabyte;
const preload = pathToFileURL(join(import.meta.dirname, "../support/peak-memory.ts")).href;
const peoplePerRound = 1_000;
const killedMilliseconds = 2_000;

/** The reason why memory cannot be read on this system; false if it can. */
export const missingProc = existsSync("/proc/self/status")
  ? false
  : "this system has no /proc to read memory from";

/** The sizes of everything that is asked for, besides `rounds` times a thousand people. */
export interface MemorySizes {
  readonly fileMegabytes: number;
  readonly slowClients: number;
  readonly busyRounds: number;
  /** Far more than the service remembers. */
  readonly storedTokens: number;
  readonly tokenLookUps: number;
}

const fullSizes: MemorySizes = {
  fileMegabytes: 300,
  slowClients: 1_000,
  busyRounds: 60_000,
  storedTokens: 1_000_000,
  tokenLookUps: 600_000,
};

/** The processes of one installation, each in a group of its own, and the most memory that each took. */
class Measured implements AsyncDisposable {
  readonly peaks = new Map<string, number>();
  readonly service: LiveService;
  readonly #folder: string;
  readonly #stack = new AsyncDisposableStack();
  isLimited = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.service = this.#stack.use(new Service(folder, this.#environment("service")));
  }

  /** Runs a command with its output in a file, and keeps its peak under this name. */
  async run(name: string, words: readonly string[], output?: string): Promise<number | null> {
    const child = spawnLatchkey(words, this.#folder, this.#environment(name));
    child.stdin.end();
    child.stderr.resume();
    const written =
      output === undefined ? child.stdout.resume() : child.stdout.pipe(createWriteStream(output));
    await Promise.all([once(child, "close"), output !== undefined && once(written, "finish")]);
    const peaks = existsSync(this.#peakFile(name))
      ? readFileSync(this.#peakFile(name), "utf8").trim().split("\n")
      : [];
    // A process that was killed has not said how much it took.
    this.#note(name, child.exitCode === null ? Number.POSITIVE_INFINITY : Math.max(...peaks.map(Number)));
    return child.exitCode;
  }

  readonly noteService = (name: string): void => {
    const { pid } = this.service;
    this.#note(`service, ${name}`, pid === undefined ? Number.POSITIVE_INFINITY : peakBytesOf(pid));
  };

  /** True if the service was killed, which its callers may notice first. */
  async noteIfKilled(scene: number): Promise<boolean> {
    const exitCode = await Promise.race([this.service.ended(), pause(killedMilliseconds, "serving")]);
    if (exitCode === "serving") return false;
    this.#note(`service, killed in scene ${scene}`, Number.POSITIVE_INFINITY);
    return true;
  }

  #note(name: string, bytes: number): void {
    this.peaks.set(name, Math.max(bytes, this.peaks.get(name) ?? 0));
  }

  #peakFile(name: string): string {
    return join(this.#folder, `peak ${name}`);
  }

  #environment(name: string): Readonly<Record<string, string>> {
    const group = createMemoryGroup(residentMax);
    if (group !== undefined) this.#stack.use(group);
    this.isLimited = group !== undefined;
    return {
      NODE_OPTIONS: `--import=${preload}`,
      PEAK_FILE: this.#peakFile(name),
      ...(group !== undefined && { PEAK_GROUP: group.processesFile }),
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

function* peopleLines(count: number): Generator<string> {
  for (let number = 0; number < count; number += 1) {
    const username = `person${number}`;
    const person = {
      username,
      email: `${username}@example.org`,
      email_verified: true,
      name: `Person ${number}`,
      password_hash: bcrypt,
    };
    yield `${JSON.stringify(person)}\n`;
  }
}

/** Imports, lists and exports people, by command and by the API. */
async function manyPeople(measured: Measured, folder: string, count: number): Promise<void> {
  const [file, listed, exported] = ["people.jsonl", "listed", "exported.jsonl"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await pipeline(Readable.from(peopleLines(count)), createWriteStream(file));
  assert.equal(await measured.run("import users", ["import", "users", file, "--json"]), 0);
  assert.equal(await measured.run("import users again", ["import", "users", file, "--json"]), 0);
  assert.equal(await measured.run("user list", ["user", "list", "--limit", String(count)], listed), 0);
  assert.equal(
    await measured.run("user list --json", ["user", "list", "--limit", String(count), "--json"], listed),
    0,
  );
  assert.equal(await linesOf(listed), count);
  assert.equal(await measured.run("export users", ["export", "users", "--with-hashes"], exported), 0);
  assert.ok((await linesOf(exported)) >= count);
  measured.noteService("beside these commands");
  const { stdout: token } = await measured.service.run([
    "token",
    "create",
    "--scope",
    "users:read",
    "--expires",
    "1h",
    "--base-url",
    measured.service.url,
  ]);
  for (let path: string | null = "/admin/api/v1/users?limit=200"; path !== null; ) {
    const answer: Response = await fetch(measured.service.url + path, {
      headers: { authorization: `Bearer ${token.trim()}` },
    });
    assert.equal(answer.status, 200);
    const page = (await answer.json()) as { readonly next: string | null };
    path = page.next === null ? null : `/admin/api/v1/users?limit=200&after=${encodeURIComponent(page.next)}`;
  }
  measured.noteService("pages of the API");
}

async function linesOf(file: string): Promise<number> {
  let lines = 0;
  for await (const chunk of createReadStream(file))
    for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
  return lines;
}

const sixtyFour = "x".repeat(64 * 1024);

function* filled(start: string, megabytes: number, end: string): Generator<string> {
  yield start;
  for (let written = 0; written < megabytes * megabyte; written += sixtyFour.length) yield sixtyFour;
  yield end;
}

/** The kind and format of an import, and the beginning and end of a file whose one record or document has hundreds of megabytes. */
const bigImports = [
  ["users", "latchkey", '{"username":"', '"}\n'],
  ["users", "keycloak", '{"realm":"acme","users":[{"username":"', '"}]}'],
  ["users", "csv", 'username,email\n"', '",a@example.org\n'],
  ["users", "htpasswd", "ada:", "\n"],
  ["users", "authelia", "users:\n  ada:\n    displayname: ", "\n"],
  ["clients", "latchkey", '{"client_id":"', '"}\n'],
  ["clients", "keycloak", '{"realm":"acme","clients":[{"clientId":"', '"}]}'],
  ["clients", "authelia", "identity_providers:\n  oidc:\n    clients:\n      - client_id: ", "\n"],
] as const;

/** Imports files whose one record or document is too big: each is refused, or its record is. */
async function bigFiles(measured: Measured, folder: string, megabytes: number): Promise<void> {
  const file = join(folder, "big");
  for (const [what, format, start, end] of bigImports) {
    await pipeline(Readable.from(filled(start, megabytes, end)), createWriteStream(file));
    const name = `import ${what} --format ${format} of one record`;
    const exitCode = await measured.run(name, ["import", what, file, "--format", format]);
    assert.ok(exitCode === 1 || exitCode === 4, `${name} ended with ${exitCode}`);
    rmSync(`${file}.report.jsonl`, { force: true });
  }
}

/** Bodies of hundreds of megabytes: each is cut off. */
async function bigBodies(measured: Measured, megabytes: number): Promise<void> {
  for (const path of ["/v1/Oauth/token", "/sign-in", "/admin/api/v1/users", "/mcp"]) {
    const socket = connect(measured.service.port, "127.0.0.1");
    socket.on("error", () => {});
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.resume();
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${megabytes * megabyte}\r\n\r\n`,
    );
    for (let sent = 0; sent < megabytes * megabyte && !socket.destroyed; sent += sixtyFour.length)
      if (!socket.write(sixtyFour))
        await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), ended]);
    socket.destroy();
    await ended;
  }
  measured.noteService("big bodies");
}

/** Clients that never finish a request, and clients that ask for many pages and read none. */
async function slowClients(measured: Measured, count: number): Promise<void> {
  const client = await measured.service.createClient("slow", ["https://app.example/cb"]);
  const page = `GET ${authorizationTarget(client)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const unfinished =
    "POST /v1/Oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n";
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect(measured.service.port, "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    socket.pause();
    socket.write(index % 2 === 0 ? page.repeat(50) : unfinished + "x".repeat(30_000));
    sockets.push(socket);
  }
  for (let turn = 0; turn < 10; turn += 1) {
    for (const [index, socket] of sockets.entries())
      if (index % 2 === 1 && !socket.destroyed) socket.write("x");
    await pause(200);
  }
  measured.noteService("slow clients");
  for (const socket of sockets) socket.destroy();
}

/**
 * Looks up any of many stored tokens. The memory for found tokens is full then, and each that enters it drops another, which is garbage
 * among old objects (ADR 0085). Busy people go on in the same process.
 */
async function manyTokens(
  { service, noteService }: Measured,
  people: readonly Person[],
  { storedTokens, tokenLookUps }: MemorySizes,
): Promise<void> {
  const client = await service.createClient("tokens", ["https://app.example/cb"]);
  // Tokens rest on sessions, so everybody signs in.
  await beginRounds(service, kinds["interface flow"], people);
  await service.stop();
  const tokens = fillGrants(join(service.dataDir, "latchkey.db"), storedTokens, client.clientId);
  await service.start();
  await using driver = new Driver();
  const users = people.map(() => ({ kind: "stored-userinfo", tokens }) as const);
  for (let done = 0; done < tokenLookUps; ) {
    const report = await driver.run({ url: service.url, pids: [], milliseconds: 1_000, groups: [{ users }] });
    for (const { rounds } of report.groups) done += rounds;
  }
  noteService("any of many tokens");
}

async function busyUsers(measured: Measured, people: readonly Person[], rounds: number): Promise<void> {
  for (const name of ["OpenID flow, RS256", "password sign-in"] as const) {
    const begun = await beginRounds(measured.service, kinds[name], people);
    await doRounds(begun, name === "password sign-in" ? Math.min(100, rounds) : rounds);
    measured.noteService(name);
  }
  await doRounds(await beginRounds(measured.service, flowAndUserinfo, people), rounds);
  measured.noteService("tokens that it looked up");
}

/** `rounds` thousand people, and everything else in these sizes. */
export async function memoryRounds(
  rounds: number,
  progress: Progress = () => {},
  sizes: MemorySizes = fullSizes,
): Promise<ProofReport> {
  const folder = await newDataDir();
  await using measured = new Measured(folder);
  await measured.service.start();
  const people = await createPeople(measured.service, 16);
  const scenes = [
    () => manyTokens(measured, people, sizes),
    () => busyUsers(measured, people, sizes.busyRounds),
    () => slowClients(measured, sizes.slowClients),
    () => bigBodies(measured, sizes.fileMegabytes),
    () => bigFiles(measured, folder, sizes.fileMegabytes),
    () => manyPeople(measured, folder, rounds * peoplePerRound),
  ];
  for (const [done, scene] of scenes.entries()) {
    try {
      await scene();
    } catch (error) {
      if (!(await measured.noteIfKilled(done + 1))) throw error;
      break;
    }
    progress(done + 1, scenes.length);
  }
  const peaks = [...measured.peaks].map(([name, bytes]) => [name, Math.round(bytes / megabyte)] as const);
  return {
    figures: {
      "killed at 256 MB": measured.isLimited ? "would be" : "would not be",
      ...Object.fromEntries(peaks.map(([name, size]) => [`MB: ${name}`, size])),
    },
    violations: peaks
      .filter(([, size]) => size > residentMax / megabyte)
      .map(([name, size]) => `${name}: ${size} MB`),
  };
}

if (import.meta.main) await runProof("memory", 1_000, memoryRounds);
