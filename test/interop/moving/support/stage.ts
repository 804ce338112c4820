import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose";
import { FormClient, type HttpAnswer } from "../../../support/form-client.ts";
import { LiveService, newDataDir, type RegisteredClient } from "../../../support/service.ts";

type Json = Readonly<Record<string, unknown>>;

/** Somebody who signs in with the password of the old product. */
export interface Person {
  readonly username: string;
  readonly password: string;
  /** The code that the authenticator app shows now. */
  readonly code?: () => string;
}

/** What an import printed, and what its report says of each person. */
export interface Imported {
  readonly counts: Json;
  readonly said: string;
  readonly report: Readonly<Record<string, string>>;
}

/** The endpoints below the issuer that an application is configured with. */
export interface Paths {
  readonly authorization: string;
  readonly token: string;
  readonly keys: string;
}

const ownPaths: Paths = {
  authorization: "/v1/Oauth/authorization",
  token: "/v1/Oauth/token",
  keys: "/.well-known/jwks.json",
};

/** An empty installation that people move to. */
export class Destination implements AsyncDisposable {
  readonly service: LiveService;
  #client: RegisteredClient | undefined;

  constructor(service: LiveService) {
    this.service = service;
  }

  /** Imports a file as its page says, first without keeping anything, and returns what became of it. */
  async importPeople(text: string | Uint8Array, words: readonly string[] = []): Promise<Imported> {
    const file = join(this.service.dataDir, "people");
    await writeFile(file, text);
    const command = ["import", "users", file, "--create-groups", "--json", ...words];
    const tried = await this.service.run([...command, "--dry-run"]);
    const { exitCode, stdout, stderr } = await this.service.run(command);
    assert.ok(exitCode === 0 || exitCode === 1, stderr);
    assert.equal(tried.exitCode, exitCode, `The dry run said something else:\n${tried.stderr}`);
    const lines = await readFile(`${file}.report.jsonl`, "utf8").catch(() => "");
    const report: Record<string, string> = {};
    for (const line of lines.split("\n").filter(Boolean)) {
      const { username, line: number, outcome, reason } = JSON.parse(line);
      report[username ?? number] = `${outcome}: ${reason}`;
    }
    return { counts: JSON.parse(stdout), said: stderr, report };
  }

  /** Imports the clients of a file; each by its id, as it was printed. */
  async importClients(text: string): Promise<ReadonlyMap<string, Json>> {
    const file = join(this.service.dataDir, "clients");
    await writeFile(file, text);
    const { stdout } = await this.service.run(["import", "clients", file, "--json"]);
    const lines = stdout.split("\n").filter(Boolean);
    return new Map(lines.map((line) => JSON.parse(line)).map((client) => [String(client.client_id), client]));
  }

  /** Runs a command that must succeed; the objects that it printed. */
  async json(words: readonly string[], input = ""): Promise<readonly Json[]> {
    const { exitCode, stdout, stderr } = await this.service.run([...words, "--json"], input);
    assert.equal(exitCode, 0, `${words.join(" ")}: ${stderr}`);
    return stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  async person(username: string): Promise<Json> {
    const [found] = await this.json(["user", "show", username]);
    assert.ok(found, username);
    return found;
  }

  /** Signs in to an application of the test, by its requests; the claims of the ID token. */
  async signIn(person: Person): Promise<JWTPayload> {
    this.#client ??= await this.service.createClient("Application", ["http://127.0.0.1:9/cb"], ["--openid"]);
    return this.signInAt(this.#client, person);
  }

  /** The same for any application, at any addresses. */
  async signInAt(client: RegisteredClient, person: Person, paths = ownPaths): Promise<JWTPayload> {
    const { url } = this.service;
    const verifier = randomBytes(32).toString("base64url");
    const nonce = randomBytes(8).toString("hex");
    const [redirectUri = ""] = client.redirectUris;
    const query = new URLSearchParams({
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope: "openid profile email",
      state: "s",
      nonce,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    const { pathname } = new URL(url);
    const base = pathname === "/" ? "" : pathname;
    const browser = new FormClient(url);
    let answer: HttpAnswer;
    try {
      answer = await browser.signIn(`${base}${paths.authorization}?${query}`, person);
      if (answer.status === 200 && person.code !== undefined && /name="otp"/.test(answer.body))
        answer = await browser.submit(answer, { otp: person.code() });
    } finally {
      browser.close();
    }
    const code = URL.parse(answer.headers.location ?? "")?.searchParams.get("code");
    if (code == null) throw new Refused(textOf(answer));
    const told = await fetch(`${url}${paths.token}`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64")}`,
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    });
    const tokens = (await told.json()) as Json;
    assert.equal(told.status, 200, JSON.stringify(tokens));
    const keys = await (await fetch(`${url}${paths.keys}`)).json();
    const options = { issuer: url, audience: client.clientId };
    const { payload } = await jwtVerify(String(tokens.id_token), createLocalJWKSet(keys), options);
    assert.equal(payload.nonce, nonce);
    return payload;
  }

  /** Fails unless the sign-in page refuses this, and returns what it says. */
  async refuses(person: Person): Promise<string> {
    try {
      await this.signIn(person);
    } catch (error) {
      if (error instanceof Refused) return error.message;
      throw error;
    }
    return assert.fail(`${person.username} came in.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service[Symbol.asyncDispose]();
  }
}

/** A sign-in that led to no code; the message is the page. */
class Refused extends Error {}

function textOf({ status, body }: HttpAnswer): string {
  const [, main = body] = /<main\b[^>]*>([\s\S]*?)<\/main>/.exec(body) ?? [];
  return `${status}: ${main
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()}`;
}

/** Where a product runs, and the installations that people move to. */
export class Stage implements AsyncDisposable {
  /** For the files of the product; removed with the stage. */
  readonly folder: string;
  readonly #destinations: Destination[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async start(name: string): Promise<Stage> {
    return new Stage(await mkdtemp(join(tmpdir(), `latchkey-moving-${name}-`)));
  }

  /** Starts an empty installation. */
  async destination(environment: Readonly<Record<string, string>> = {}, port?: number): Promise<Destination> {
    const service = new LiveService(
      await newDataDir(),
      { LATCHKEY_LOG_LEVEL: "info", ...environment },
      undefined,
      port,
    );
    const destination = new Destination(service);
    this.#destinations.push(destination);
    await service.start();
    return destination;
  }

  /** The last lines of the services, for the reader of a failure. */
  describe(): string {
    return this.#destinations.map(({ service }) => service.logLines.slice(-8).join("\n")).join("\n---\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const destination of this.#destinations) await destination[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}
