import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Driver } from "./drive.ts";
import type { TokenHolder } from "./floor/listen.ts";
import type { HttpResponse } from "./http-response.ts";
import { installLatchkey, type Latchkey } from "./latchkey.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { asMarkdown, asText, type Section } from "./report.ts";
import { type Context, usersCount } from "./sections/context.ts";
import { measureFlow } from "./sections/flow.ts";
import { measureFullQueue } from "./sections/full-queue.ts";
import { measureLookUp } from "./sections/look-up.ts";
import { measurePage } from "./sections/page.ts";
import { measureSignIn } from "./sections/sign-in.ts";
import { measureSigning } from "./sections/signing.ts";
import { measureStartUp } from "./sections/start-up.ts";

const usage = `npm run bench -- [--quick] [--only SECTION,…] [--floors] [--markdown] [--json FILE] [--folder DIR]

  --quick      fewer and shorter turns: about a minute, good for a first look only
  --only       some of start-up, flow, look-up, signing, full-queue, sign-in, page
  --floors     without Latchkey: the bare servers alone
  --markdown   print Markdown
  --json FILE  also write every figure to FILE
  --folder DIR where databases lie while it runs (default: the system's folder for temporary files)
`;

/**
 * In the order in which they run: `sign-in` comes after everything that needs the sessions of the installation, because
 * people who sign in hundreds of times lose their oldest ones.
 */
const sections: Readonly<Record<string, (context: Context) => Promise<Section>>> = {
  "start-up": measureStartUp,
  flow: measureFlow,
  "look-up": measureLookUp,
  signing: measureSigning,
  "full-queue": measureFullQueue,
  "sign-in": measureSignIn,
  page: measurePage,
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      floors: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      json: { type: "string" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  const all = Object.keys(sections);
  const wanted = values.only?.split(",") ?? all;
  const unknown = wanted.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new Error(`There is no section ${unknown}.`);
  return { ...values, names: all.filter((name) => wanted.includes(name)) };
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What the floors are told: Latchkey's own client and cookie values where it takes part, so that all requests are as long. */
function fixtureOf(latchkey: Latchkey | undefined): Context["fixture"] {
  if (latchkey === undefined) {
    const sessions = Array.from({ length: usersCount }, (_, index) => String(index).padStart(43, "s"));
    return {
      clientId: "c".repeat(24),
      clientSecret: "s".repeat(48),
      redirectUri: "https://app.example/cb",
      sessions,
      holders: sessions.map((_, index) => standInHolder(index)),
    };
  }
  const sessions = latchkey.users.flatMap(({ cookies }) =>
    Object.entries(cookies).flatMap(([name, value]) => (name.endsWith("session") ? [value] : [])),
  );
  return { ...latchkey.client, sessions, holders: latchkey.users };
}

/** Somebody with one token of the shape that Latchkey's have. */
function standInHolder(index: number): TokenHolder {
  const bytes = Buffer.alloc(48, index);
  bytes.writeUIntBE(Date.now(), 0, 6);
  return {
    userId: String(index).padStart(23, "u"),
    username: `bench-${index}`,
    tokens: [`lkat_${bytes.toString("base64url")}`],
  };
}

const standInPage: HttpResponse = {
  status: 200,
  head: "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store",
  body: Buffer.from(`<!doctype html><title>Sign in</title>${"<p>A page.</p>".repeat(700)}`),
  bytes: 0,
};

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(options.folder, "latchkey-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const machine: Machine = describeMachine(folder);
  const latchkey = options.floors ? undefined : await installLatchkey(folder, usersCount, progress);
  const context: Context = {
    driver: stack.use(new Driver()),
    folder,
    latchkey,
    fixture: fixtureOf(latchkey),
    page: latchkey?.page ?? standInPage,
    isQuick: options.quick,
    progress,
  };
  const done: Section[] = [];
  for (const name of options.names) {
    progress(`== ${name}`);
    const section = await sections[name]?.(context);
    if (section !== undefined) done.push(section);
  }
  process.stdout.write(options.markdown ? asMarkdown(machine, done) : asText(machine, done));
  if (options.json !== undefined) {
    const figures = Object.fromEntries(done.map(({ key, goals, figures }) => [key, { goals, figures }]));
    writeFileSync(
      options.json,
      `${JSON.stringify({ machine, isQuick: options.quick, sections: figures }, null, 2)}\n`,
    );
  }
}

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
try {
  await run();
} catch (error) {
  process.stderr.write(`\nThe benchmark failed, its figures would be worth nothing.\n${errorText(error)}\n`);
  process.exitCode = 1;
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
