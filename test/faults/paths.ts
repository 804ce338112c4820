// Proof: a path that rules judge is read alike by Node, nginx and Caddy. `npm run proof:paths -- --rounds 1000`: a thousand random paths a
// round, made of what parsers disagree on; a few rounds run with the tests.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodedPath, readForwardedRequest } from "../../src/protocol/forward-auth/forwarded-request.ts";
import { freePort } from "../support/free-port.ts";
import { type Progress, type ProofReport, runProof } from "./proof.ts";

const pathsPerRound = 1_000;

/** What paths are made of: ordinary words, and everything that some parser decodes, merges, cuts or repairs. */
const pieces = [
  ...[
    "admin",
    "assets",
    "a",
    "b",
    "ADMIN",
    "x.js",
    "~ada",
    "a+b",
    "a@b",
    "a:b",
    "a,b",
    "a=b",
    "(a)",
    "!",
    "$",
    "&",
    "'",
    "*",
  ],
  ...[
    "/",
    "/",
    "/",
    "/",
    "//",
    ".",
    "..",
    "...",
    "/./",
    "/../",
    "/.../",
    "\\",
    ";",
    ";x=1",
    "#",
    "?",
    "@",
    ":",
    "|",
    "^",
    '"',
    "<",
    "`",
    "{",
  ],
  ...[
    "%2e",
    "%2E",
    "%2e%2e",
    "%2f",
    "%2F",
    "%5c",
    "%5C",
    "%3b",
    "%3B",
    "%23",
    "%3f",
    "%3F",
    "%00",
    "%0a",
    "%0d",
    "%09",
    "%1f",
    "%7f",
  ],
  ...[
    "%20",
    "%21",
    "%24",
    "%2b",
    "%2c",
    "%3a",
    "%3d",
    "%40",
    "%25",
    "%252e",
    "%252f",
    "%61",
    "%41",
    "%31",
    "%2d",
    "%5f",
    "%7e",
    "%zz",
    "%",
    "%2",
  ],
  ...[
    "%c3%a9",
    "%C3%A9",
    "%ff",
    "%c0%af",
    "%c0%ae",
    "%ed%a0%80",
    "%e2%80%8b",
    "%ef%bc%8f",
    "%ef%bc%8e",
    "%f0%9f%91%a9",
    "%cc%81",
    "%e2%80%a8",
  ],
];

/** Numbers that are the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function randomPath(next: () => number): string {
  const count = 1 + Math.floor(next() * 6);
  return `/${Array.from({ length: count }, () => pieces[Math.floor(next() * pieces.length)]).join("")}`;
}

/** A path that is judged, and how this service reads it. */
interface Judged {
  readonly path: string;
  readonly decoded: string;
}

function judged(target: string): Judged | undefined {
  const read = readForwardedRequest({ method: "GET", scheme: "https", host: "wiki.example.org", target });
  if (!read.ok) return undefined;
  const { path } = read.value;
  const decoded = decodedPath(path);
  return decoded === undefined ? undefined : { path, decoded };
}

/** A proxy that answers how it reads a path; a path that it refuses is undefined. */
class Reader implements AsyncDisposable {
  readonly name: string;
  #socket: Socket;
  readonly #port: number;
  readonly #process: ChildProcess;
  readonly #folder: string;
  #rest = Buffer.alloc(0);

  private constructor(name: string, port: number, socket: Socket, process: ChildProcess, folder: string) {
    this.name = name;
    this.#port = port;
    this.#socket = socket;
    this.#process = process;
    this.#folder = folder;
  }

  static async start(name: "nginx" | "caddy"): Promise<Reader> {
    const folder = await mkdtemp(join(tmpdir(), "latchkey-paths-"));
    const port = await freePort();
    const file = join(folder, "configuration");
    const texts = {
      nginx: `daemon off;\npid ${folder}/pid;\nerror_log stderr crit;\nevents {}\nhttp {\naccess_log off;\nkeepalive_requests 1000000000;\nserver {\nlisten 127.0.0.1:${port};\nlocation / { default_type text/plain; return 200 "$uri"; }\n}\n}\n`,
      caddy: `{\n\tadmin off\n\tauto_https off\n\tservers {\n\t\tprotocols h1\n\t}\n}\nhttp://127.0.0.1:${port} {\n\trespond "{http.request.uri.path}"\n}\n`,
    };
    await writeFile(file, texts[name]);
    const words = {
      nginx: ["/usr/sbin/nginx", "-p", folder, "-e", "stderr", "-c", file],
      caddy: ["/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config", file],
    } as const;
    const [program, ...more] = words[name];
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    const child = spawn(program, more, { stdio: "ignore", env });
    for (;;) {
      const socket = connect(port, "127.0.0.1");
      const isOpen = await once(socket, "connect").then(
        () => true,
        () => false,
      );
      if (isOpen) return new Reader(name, port, socket, child, folder);
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
    }
  }

  /** Asks about all of them on one connection, or on the next where it is closed. None of them has a space or a line end. */
  async read(paths: readonly string[]): Promise<readonly (string | undefined)[]> {
    const answers: (string | undefined)[] = [];
    while (answers.length < paths.length) {
      const asked = paths.slice(answers.length);
      this.#rest = Buffer.alloc(0);
      this.#socket.write(
        asked.map((path) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`).join(""),
        "latin1",
      );
      const before = answers.length;
      for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
        this.#rest = Buffer.concat([this.#rest, chunk as Buffer]);
        for (let answer = this.#take(); answer !== undefined; answer = this.#take())
          answers.push(answer.isGood ? answer.body : undefined);
        if (answers.length === paths.length) return answers;
      }
      // Closed: the last answer was a refusal of a malformed request, or the first path brought the connection down.
      if (answers.length === before) answers.push(undefined);
      this.#socket = connect(this.#port, "127.0.0.1");
      await once(this.#socket, "connect");
    }
    return answers;
  }

  #take(): { readonly isGood: boolean; readonly body: string } | undefined {
    const end = this.#rest.indexOf("\r\n\r\n");
    if (end === -1) return undefined;
    const head = this.#rest.toString("latin1", 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#rest.length < end + 4 + length) return undefined;
    const body = this.#rest.toString("utf8", end + 4, end + 4 + length);
    this.#rest = this.#rest.subarray(end + 4 + length);
    return { isGood: head.startsWith("HTTP/1.1 200"), body };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
    const ended = once(this.#process, "exit");
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill("SIGTERM");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Checks that every path which rules judge is read by each parser as this service reads it. */
export async function pathRounds(rounds: number, progress: Progress = () => {}): Promise<ProofReport> {
  await using nginx = await Reader.start("nginx");
  await using caddy = await Reader.start("caddy");
  const next = numbersFrom(rounds);
  const violations: string[] = [];
  const sums = { paths: 0, judged: 0, "refused by nginx": 0, "refused by Caddy": 0 };
  for (let round = 1; round <= rounds; round += 1) {
    const made = Array.from({ length: pathsPerRound }, () => randomPath(next));
    sums.paths += made.length;
    const all = made.flatMap((path) => judged(path) ?? []);
    sums.judged += all.length;
    const paths = all.map(({ path }) => path);
    const byNginx = await nginx.read(paths);
    const byCaddy = await caddy.read(paths);
    for (const [index, { path, decoded }] of all.entries()) {
      const readings = {
        // A URL parser keeps escapes, so it is compared with what was sent.
        Node: new URL(`https://wiki.example.org${path}`).pathname === path ? decoded : "another path",
        nginx: byNginx[index],
        Caddy: byCaddy[index],
      };
      sums["refused by nginx"] += Number(readings.nginx === undefined);
      sums["refused by Caddy"] += Number(readings.Caddy === undefined);
      for (const [parser, reading] of Object.entries(readings))
        if (reading !== undefined && reading !== decoded)
          violations.push(
            `${path} is ${JSON.stringify(decoded)} here, and ${JSON.stringify(reading)} for ${parser}`,
          );
    }
    progress(round, rounds);
  }
  return { figures: sums, violations };
}

if (import.meta.main) await runProof("paths", 1_000, pathRounds);
