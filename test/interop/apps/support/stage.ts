import assert from "node:assert/strict";
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
import { type LiveService, spawnLatchkey, startService } from "../../../support/service.ts";

const password = "seven quiet rivers run north";
const people = [
  { username: "ada", name: "Ada Lovelace", email: "ada@example.org", groups: ["staff", "admins"] },
  { username: "kim", name: "Kim Lee", email: "kim@example.org", groups: [] },
] as const;
/** For one step in the browser. */
const secondsMax = 20;

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
  readonly #browser: Browser;
  readonly #problems: string[] = [];
  readonly #contexts: BrowserContext[] = [];

  private constructor(
    application: Application,
    parts: { service: LiveService; port: number; folder: string; browser: Browser },
  ) {
    this.application = application;
    this.service = parts.service;
    this.port = parts.port;
    this.folder = parts.folder;
    this.#browser = parts.browser;
  }

  static async start(application: Application): Promise<Stage> {
    const [service, port, folder, browser] = await Promise.all([
      startService(),
      freePort(),
      mkdtemp(join(tmpdir(), `latchkey-${application.name}-`)),
      launchBrowser(),
    ]);
    const stage = new Stage(application, { service, port, folder, browser });
    await stage.#addPeople();
    return stage;
  }

  get host(): string {
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
    await this.#browser.close();
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
