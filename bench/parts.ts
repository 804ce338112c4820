/** What the parts of a login page and of a flow take, in one process and without sockets. */
import { createCipheriv, createHmac, createSecretKey, hash, randomBytes, timingSafeEqual } from "node:crypto";
import { openSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { crc32 } from "node:zlib";
import { systemClock } from "../src/adapters/system/clock.ts";
import { encodePage, gzipPage } from "../src/http/compression.ts";
import { openLatchkey } from "../src/library.ts";
import { openLog } from "../src/ops/log.ts";
import { catalogueOf } from "../src/pages/catalogues.ts";
import { renderSignInPage, type SignInPageModel } from "../src/pages/sign-in.ts";
import { parseParameters } from "../src/protocol/parameters.ts";
import { authorizationTarget, codeIn } from "../test/support/authorization-url.ts";
import { FormClient } from "../test/support/form-client.ts";
import type { RegisteredClient } from "../test/support/service.ts";
import { GroupedCommit, openDatabase } from "./floor/grouped-commit.ts";
import { runAsProgram, runFolder } from "./frame.ts";
import { figure } from "./report.ts";
import { percentile } from "./statistics.ts";

const usage = `node bench/parts.ts [--slices N] [--folder DIR]

The microseconds that parts of a login page and of a flow take, each part in many slices of a millisecond in turns with the others. The lowest tenth
of the slices counts, because other work on the machine makes a slice longer and never shorter. A folder in memory (--folder /dev/shm) leaves out the
waits for the disk.
`;

type Work = () => unknown;

interface Part {
  readonly name: string;
  /** How often it is done in a slice. */
  readonly times: number;
  readonly work: Work;
}

const baseUrl = "http://localhost:8080";
const redirectUri = "https://app.example/cb";
const person = { username: "alice", password: "granite tulip harbour" };

interface Asked {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The form of a POST. */
  readonly form?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string | Uint8Array;
}

/** Sends a request to the handler past `node:http`. */
function ask(handler: RequestListener, { url, headers: more, form }: Asked): Promise<Answer> {
  const headers = { host: "localhost:8080", ...more };
  const message = {
    method: form === undefined ? "GET" : "POST",
    url,
    headers,
    rawHeaders: Object.entries(headers).flat(),
    socket: { remoteAddress: "127.0.0.1" },
    complete: true,
    on(event: string, listener: (chunk?: Buffer) => void) {
      if (event === "data" && form !== undefined) queueMicrotask(() => listener(Buffer.from(form)));
      if (event === "end") queueMicrotask(listener);
      return this;
    },
  } as unknown as IncomingMessage;
  return new Promise((resolve) => {
    const listeners: (() => void)[] = [];
    let answer: Omit<Answer, "body"> = { status: 0, headers: {} };
    const response = {
      statusCode: 0,
      once(_: string, listener: () => void) {
        listeners.push(listener);
        return this;
      },
      writeHead(status: number, headers: Answer["headers"]) {
        answer = { status, headers };
        return this;
      },
      end(body: Answer["body"]) {
        for (const tell of listeners) tell();
        resolve({ ...answer, body });
      },
    };
    handler(message, response as unknown as ServerResponse);
  });
}

/** Signs the person in by real requests and returns the cookies. */
async function signIn(handler: RequestListener, client: RegisteredClient): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = new FormClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await browser.signIn(authorizationTarget(client), person);
  server.closeAllConnections();
  server.close();
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** A code and its exchange. */
async function flow(
  handler: RequestListener,
  { clientId, clientSecret, redirectUris }: RegisteredClient,
  { url, cookie }: { readonly url: string; readonly cookie: string },
): Promise<void> {
  const { headers } = await ask(handler, { url, headers: { cookie } });
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: codeIn(String(headers.location)),
    redirect_uri: redirectUris[0] ?? "",
    client_id: clientId,
    client_secret: clientSecret,
  });
  const { status, body } = await ask(handler, {
    url: "/v1/Oauth/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    form: form.toString(),
  });
  if (status !== 200) throw new Error(`The token endpoint answered with ${status}: ${body}`);
}

async function pageParts(handler: RequestListener, clientId: string): Promise<readonly Part[]> {
  const query = `client_id=${clientId}&redirect_uri=${encodeURIComponent(redirectUri)}&response_type=code`;
  const asked = {
    url: `/v1/Oauth/authorization?${query}`,
    headers: { "accept-encoding": "gzip" },
  };
  const { status } = await ask(handler, asked);
  if (status !== 200) throw new Error(`The page was answered with ${status}.`);
  const texts = catalogueOf("en", () => {});
  const [cspNonce, browser] = [randomBytes(16).toString("base64url"), randomBytes(16).toString("base64url")];
  const model: SignInPageModel = {
    cspNonce,
    clientName: "Shop",
    clientHost: "app.example",
    formAction: `/v1/Oauth/sign-in?${query}`,
    csrfToken: `1790000000000.0123456789abcdef.${"m".repeat(43)}`,
    username: "",
    passkey: { rpId: "login.example.org" },
    recoverHref: `/v1/Oauth/recover?${query}`,
    cancelHref: `${redirectUri}?error=access_denied`,
    pickerAction: `/v1/Oauth/language?${query}`,
  };
  const page = renderSignInPage(model, texts);
  const own = page.parts.filter((part) => typeof part === "string");
  process.stdout.write(`The page has ${page.parts.length} parts, ${own.length} of them not constant.\n`);
  const key = createSecretKey(randomBytes(32));
  const message = `sign-in\0${Date.now()}\0\0${browser}\0${query}`;
  return [
    { name: "page: everything but node:http", times: 40, work: () => ask(handler, asked) },
    { name: "page: rendering", times: 40, work: () => void renderSignInPage(model, texts) },
    { name: "page: gzip of its parts", times: 40, work: () => void gzipPage(page) },
    {
      name: "page: checksums in it",
      times: 40,
      work: () => void own.reduce((sum, text) => crc32(text, sum), 0),
    },
    { name: "page: the same without gzip", times: 40, work: () => void encodePage(page) },
    {
      name: "page: MAC of the form",
      times: 40,
      work: () => void createHmac("sha256", key).update(message).digest("base64url"),
    },
    { name: "page: reading the query", times: 40, work: () => void parseParameters(query) },
  ];
}

function flowParts(folder: string): readonly Part[] {
  const key = createSecretKey(randomBytes(32));
  const [payload, authenticated] = [randomBytes(90), Buffer.from("code 0123abcd")];
  const token = randomBytes(48).toString("base64url");
  const digest = randomBytes(32);
  const log = openLog({
    level: "info",
    fd: openSync(devNull, "w"),
    isTerminal: false,
    hasColour: false,
    clock: systemClock,
  });
  const fields = {
    requestId: "Ab12Cd3f",
    clientId: "lkcabcdefghij0123456789",
    accountId: "lkuabcdefghij0123456789",
    network: "127.0.0.0/24",
  };
  const database = openDatabase(
    folder,
    `CREATE TABLE token (
       id BLOB PRIMARY KEY, digest BLOB, client_id TEXT, account_id TEXT, session_id BLOB, redeemed_at INTEGER,
       expires_at INTEGER, keep_until INTEGER) STRICT, WITHOUT ROWID; PRAGMA synchronous = OFF`,
  );
  const insert = database.prepare("INSERT INTO token VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const commits = new GroupedCommit(database);
  let count = 0;
  const idOf = (number: number) => {
    const id = Buffer.alloc(16);
    id.writeUIntBE(number, 0, 6);
    return id;
  };
  const add = (done: () => void) =>
    commits.add(() => {
      count += 1;
      insert.run(
        idOf(count),
        digest,
        fields.clientId,
        fields.accountId,
        digest.subarray(0, 16),
        count,
        count,
        count,
      );
      return done;
    });
  return [
    {
      name: "flow: sealing the code (AES-GCM)",
      times: 40,
      work: () => {
        const cipher = createCipheriv("aes-256-gcm", key, randomPart(12));
        cipher.setAAD(authenticated);
        Buffer.concat([cipher.update(payload), cipher.final(), cipher.getAuthTag()]).toString("base64url");
      },
    },
    {
      name: "flow: five digests and three comparisons",
      times: 40,
      work: () => {
        for (let left = 5; left > 0; left -= 1) hash("sha256", token, "buffer");
        for (let left = 3; left > 0; left -= 1) timingSafeEqual(digest, digest);
      },
    },
    {
      name: "flow: its line of the log",
      times: 40,
      work: () => log.info(fields, "token-issued"),
    },
    {
      name: "flow: an insert, in a transaction with seven others, not synced",
      times: 80,
      work: () => new Promise<void>((resolve) => add(resolve)),
    },
  ];
}

const randomPool = randomBytes(4096);
let randomOffset = 0;

function randomPart(bytes: number): Buffer {
  randomOffset = (randomOffset + bytes) % (randomPool.length - bytes);
  return randomPool.subarray(randomOffset, randomOffset + bytes);
}

/** Microseconds for each time. Eight are under way at once, as with eight users. */
async function slice({ times, work }: Part): Promise<number> {
  const from = performance.now();
  for (let done = 0; done < times; done += 8)
    await Promise.all(Array.from({ length: Math.min(8, times - done) }, work));
  return ((performance.now() - from) * 1_000) / times;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      slices: { type: "string", default: "400" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const folder = runFolder(values.folder);
  const latchkey = await openLatchkey({
    baseUrl,
    dataDir: join(folder, "data"),
    settings: { LATCHKEY_LOG_LEVEL: "warn" },
  });
  const { handler } = latchkey;
  const redirectUris = [redirectUri];
  const client = { redirectUris, ...(await latchkey.createClient({ name: "Shop", redirectUris })) };
  await latchkey.createUser(person);
  const browser = { url: authorizationTarget(client), cookie: await signIn(handler, client) };
  const parts: readonly Part[] = [
    ...(await pageParts(handler, client.clientId)),
    {
      name: "flow: everything but node:http and the log",
      times: 40,
      work: () => flow(handler, client, browser),
    },
    ...flowParts(folder),
  ];
  const seen = parts.map((): number[] => []);
  for (let turn = 0; turn < Number(values.slices); turn += 1)
    for (const [index, part] of parts.entries()) seen[index]?.push(await slice(part));
  for (const [index, { name }] of parts.entries()) {
    const sorted = (seen[index] ?? []).toSorted((one, other) => one - other);
    process.stdout.write(`${name.padEnd(66)}${figure(percentile(sorted, 0.1), 2).padStart(8)} µs\n`);
  }
  await latchkey.close();
}

await runAsProgram(main);
