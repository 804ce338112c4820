import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import type { Locator, Page } from "playwright-core";
import { launchBrowser } from "../../../support/browser.ts";
import { LiveService, newDataDir, spawnLatchkey } from "../../../support/service.ts";

/** `latchkey demo --mcp` with a person and her browser: all that an agent needs. */
export interface McpStage extends AsyncDisposable {
  readonly issuer: string;
  readonly mcpUrl: string;
  /** The folder with the data, for commands beside the demo. */
  readonly commands: LiveService;
  /** Where agents get their answers; a port of its own on 127.0.0.1. */
  readonly redirectUri: string;
  /** How often the person's browser was sent to the service. */
  readonly visits: readonly URL[];
  /** What the person allowed on the last visit: the lines of the consent page. */
  readonly asked: readonly string[];
  /** Takes the person through sign-in and consent, until the service sends her browser back to the agent. */
  allow(location: URL): Promise<void>;
  /** The same for an agent that is answered at `redirectUri`: the query that arrives there. */
  authorize(location: URL): Promise<URLSearchParams>;
  /** Withdraws every permission at /account. */
  withdrawAll(): Promise<void>;
}

/** Sign-in, consent, and one to spare. */
const stepsMax = 3;

interface Welcome {
  readonly issuer: string;
  readonly mcp_url: string;
  readonly username: string;
  readonly password: string;
}

/** Starts everything on free ports. */
export async function startMcpStage(environment: Readonly<Record<string, string>> = {}): Promise<McpStage> {
  const [browser, dataDir, callbacks] = await Promise.all([
    launchBrowser(),
    newDataDir(),
    listenForCallbacks(),
  ]);
  const child = spawnLatchkey(
    ["demo", "--mcp", "--json", "--port", "0", "--demo-port", "0"],
    dataDir,
    environment,
  );
  child.stderr.pipe(process.stderr);
  const ended = once(child, "exit");
  const line = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended]);
  const welcome: Welcome = JSON.parse(String(line[0]));
  const person = new Person(await browser.newPage(), welcome);
  return {
    issuer: welcome.issuer,
    mcpUrl: welcome.mcp_url,
    commands: new LiveService(dataDir, {}),
    redirectUri: callbacks.redirectUri,
    visits: person.visits,
    get asked() {
      return person.asked;
    },
    allow: (location) => person.allow(location),
    async authorize(location) {
      const answer = callbacks.next();
      await person.allow(location);
      return answer;
    },
    withdrawAll: () => person.withdrawAll(),
    async [Symbol.asyncDispose]() {
      await browser.close();
      callbacks.close();
      child.kill("SIGTERM");
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The person of the demo at her browser. She signs in once and allows what she is asked for. All of it happens in one page, because
 * Chromium may never answer when a page is closed while its form is under way.
 */
class Person {
  readonly visits: URL[] = [];
  asked: readonly string[] = [];
  readonly #page: Page;
  readonly #welcome: Welcome;

  constructor(page: Page, welcome: Welcome) {
    this.#page = page;
    this.#welcome = welcome;
  }

  /** Goes on until the service sends the browser away. */
  async allow(location: URL): Promise<void> {
    this.visits.push(location);
    this.asked = [];
    const page = this.#page;
    await page.goto(location.href);
    for (let steps = 0; new URL(page.url()).origin === this.#welcome.issuer; steps += 1) {
      if (steps > stepsMax) throw new Error(`Still at ${page.url()}.`);
      const step = page.locator("#sign-in, #allow").first();
      const button = await step.getAttribute("id");
      if (button === "allow") this.asked = await page.locator("main li").allInnerTexts();
      else await this.#fillIn(page);
      await this.#press(step);
    }
  }

  async withdrawAll(): Promise<void> {
    const page = this.#page;
    const button = page.locator('button[name="client"], form[action*="withdraw"] button');
    await page.goto(`${this.#welcome.issuer}/account`);
    await this.#press(button.first());
  }

  /** The click resolves before its form is answered. */
  async #press(button: Locator): Promise<void> {
    const moved = this.#page.waitForEvent("framenavigated");
    await button.click();
    await moved;
  }

  async #fillIn(page: Page): Promise<void> {
    await page.fill("#username", this.#welcome.username);
    await page.fill("#password", this.#welcome.password);
  }
}

async function listenForCallbacks() {
  let awaited = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    response.setHeader("content-type", "text/plain").end("Back at the agent.");
    if (pathname === "/callback") awaited.resolve(searchParams);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    redirectUri: `http://127.0.0.1:${port}/callback`,
    next() {
      awaited = Promise.withResolvers();
      return awaited.promise;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
