import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { Application } from "../../../../src/apps/application.ts";
import { settingsPlace } from "../../../../src/apps/fill.ts";
import { launchBrowser } from "../../../support/browser.ts";
import { freePort } from "../../../support/free-port.ts";
import { ProtectingProxy } from "../../../support/protecting-proxy.ts";
import { type LiveService, spawnLatchkey, startService } from "../../../support/service.ts";

const password = "seven quiet rivers run north";
const people = [
  { username: "ada", name: "Ada Lovelace", email: "ada@example.org", groups: ["staff", "admins"] },
  { username: "kim", name: "Kim Lee", email: "kim@example.org", groups: [] },
] as const;
/** For one step in the browser: some applications answer slowly on a busy machine. */
const secondsMax = 40;

type Username = (typeof people)[number]["username"];

/** What `client create --template` printed. */
export interface Registered {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The texts to paste into the application, in the order of the guide. */
  readonly settings: readonly string[];
}

/** A running service with two people, a browser, and an address for one application. */
export class Stage implements AsyncDisposable {
  readonly application: Application;
  readonly service: LiveService;
  /** Where the application is to listen. The service has another host name, so that no cookie of the one reaches the other. */
  readonly port: number;
  /** A folder for the files of the application; it goes with the stage. */
  readonly folder: string;
  #browser: Browser | undefined;
  #proxy: { readonly program: ProtectingProxy; readonly port: number } | undefined;
  readonly #problems: string[] = [];
  readonly #contexts: BrowserContext[] = [];

  private constructor(
    application: Application,
    parts: { service: LiveService; port: number; folder: string },
  ) {
    this.application = application;
    this.service = parts.service;
    this.port = parts.port;
    this.folder = parts.folder;
  }

  static async start(application: Application): Promise<Stage> {
    const [service, port, folder] = await Promise.all([
      startService({ LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" }),
      freePort(),
      mkdtemp(join(tmpdir(), `latchkey-${application.name}-`)),
    ]);
    const stage = new Stage(application, { service, port, folder });
    await stage.#addPeople();
    return stage;
  }

  /** Where people open the application: at the proxy in front of it if it needs one. */
  get host(): string {
    const { name, connection } = this.application;
    return connection.kind === "openid" ? this.address : `https://${name}.example.org`;
  }

  /** Where the application itself listens. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Registers the application by its template. */
  async register(more: readonly string[] = []): Promise<Registered> {
    const { name } = this.application;
    const printed = await this.command([
      "client",
      "create",
      "--template",
      name,
      "--host",
      this.host,
      ...more,
    ]);
    return {
      clientId: /^Client ID +(\S+)$/m.exec(printed)?.[1] ?? "",
      clientSecret: /^Client secret +(\S+)$/m.exec(printed)?.[1] ?? "",
      settings: this.#settingsIn(printed),
    };
  }

  /** Registers the application and starts a real proxy in front of it, with the file that the service prints for it. */
  async protect(name: "nginx" | "caddy"): Promise<Registered> {
    const registered = await this.register();
    const text = await this.command(["client", "show", registered.clientId, "--proxy", name]);
    const port = await freePort();
    const { hostname } = new URL(this.host);
    const places = { host: hostname, port, servicePort: this.service.port, applicationPort: this.port };
    const program = await ProtectingProxy.start(name, [{ path: "", text }], places);
    this.#proxy = { program, port };
    return registered;
  }

  /** Runs a command of the service, which knows its own address; what it printed. */
  async command(words: readonly string[], input = ""): Promise<string> {
    const { dataDir, port } = this.service;
    const child = spawnLatchkey(words, dataDir, { LATCHKEY_PORT: String(port) });
    child.stdin.end(input);
    const closed = once(child, "close");
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    assert.equal(child.exitCode, 0, `${words.join(" ")}: ${stderr}`);
    return stdout;
  }

  /** A page of a browser in which nobody is signed in. */
  async newPage(): Promise<Page> {
    this.#browser ??= await launchBrowser(this.#browserArguments());
    const context = await this.#browser.newContext({ locale: "en-US" });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(secondsMax * 1_000);
    page.on("pageerror", (error) => this.#problems.push(`${error}`));
    return page;
  }

  /** Fills in the sign-in page of the service, on which the application left the person, until the service sends her back. */
  async signIn(page: Page, username: Username = "ada"): Promise<void> {
    await page.waitForURL((url) => url.origin === this.service.url);
    await page.fill("#username", username);
    await page.fill("#password", password);
    await page.click("#sign-in");
    await page.waitForURL((url) => url.origin === this.host);
  }

  /** Fails unless the sign-in page of the service asks who is there. */
  async asksWhoIsThere(page: Page): Promise<void> {
    await page.waitForURL((url) => url.origin === this.service.url);
    await page.waitForSelector("#password");
  }

  /** Signs the person out at the service itself. */
  async signOutAtService(page: Page): Promise<void> {
    await page.goto(`${this.service.url}/v1/Oauth/logout`);
    await page.click("#sign-out");
    await page.waitForSelector("#sign-out", { state: "detached" });
  }

  /** Leaves the application by the address that a proxy has for it, and the service with it. */
  async signOutAtProxy(page: Page): Promise<void> {
    await page.goto(`${this.host}/.latchkey/sign-out`);
    await page.click("#sign-out");
    await page.waitForSelector("#sign-out", { state: "detached" });
    await page.goto(this.host);
    await this.asksWhoIsThere(page);
  }

  /** Fails unless the guide has a trap of which this is a part, and returns it: what is seen must stand there. */
  trap(words: string): string {
    const { label, traps } = this.application;
    assert.ok(
      traps.some(({ see }) => see.includes(words)),
      `The guide of ${label} has no trap with the words "${words}".`,
    );
    return words;
  }

  /** What people see, and what the service said last: for the reader of a failure. */
  async describe(): Promise<string> {
    const pages = this.#contexts.flatMap((context) => context.pages());
    const seen = await Promise.all(
      pages.map(
        async (page) => `${page.url()}\n${(await page.innerText("body").catch(String)).slice(0, 1_500)}`,
      ),
    );
    return [...seen, ...this.#problems.slice(-5), this.service.logLines.slice(-5).join("\n")].join("\n---\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser?.close();
    await this.#proxy?.program[Symbol.asyncDispose]();
    await this.service[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #addPeople(): Promise<void> {
    const groups = new Set(people.flatMap(({ groups }) => groups));
    for (const group of groups) await this.command(["group", "create", group]);
    for (const { username, name, email, groups } of people) {
      const words = ["user", "create", "--username", username, "--name", name, "--email", email];
      const inGroups = groups.flatMap((group) => ["--group", group]);
      await this.command([...words, ...inGroups, "--password-stdin"], `${password}\n`);
    }
  }

  /** The browser finds the host of a proxy at its port, and takes its certificate alone. */
  #browserArguments(): readonly string[] {
    if (this.#proxy === undefined) return [];
    const { program, port } = this.#proxy;
    const key = new X509Certificate(program.certificate).publicKey.export({ type: "spki", format: "der" });
    const pin = createHash("sha256").update(key).digest("base64");
    return [
      `--ignore-certificate-errors-spki-list=${pin}`,
      `--host-resolver-rules=MAP ${new URL(this.host).host}:443 127.0.0.1:${port}`,
    ];
  }

  /** Each text stands below a heading that names its place. */
  #settingsIn(printed: string): readonly string[] {
    const facts = { issuer: this.service.url, host: this.host, clientId: "", clientSecret: "" };
    const headings = this.application.settings.map((one) => `\n# ${settingsPlace(one, facts)}\n`);
    return headings.map((heading, index) => {
      const from = printed.indexOf(heading);
      assert.notEqual(from, -1, `${heading} is not in:\n${printed}`);
      const next = headings[index + 1];
      return printed
        .slice(from + heading.length, next === undefined ? undefined : printed.indexOf(next))
        .trim();
    });
  }
}

/** The lines `NAME=value` of a file `.env`, as a shell reads them. */
export function environmentIn(settings: string): Record<string, string> {
  return Object.fromEntries(
    settings
      .split("\n")
      .map((line) => /^(?:export )?([A-Z0-9_]+)=(.*)$/.exec(line))
      .filter((match) => match !== null)
      .map(([, name = "", value = ""]) => [name, value.replace(/^(["'])(.*)\1$/, "$2")]),
  );
}
