import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { offeredPasskeys } from "./firefox-autofill.ts";
import { Marionette } from "./marionette.ts";
import type { PluggedAuthenticator, Tab } from "./tab.ts";
import { until } from "./until.ts";

const program = findFirefox();

/** Why tests with Firefox are skipped; false where it is installed. */
export const withoutFirefox: string | false = program === undefined && "Firefox is not installed";

/** What keeps a fresh profile from asking and fetching anything. */
const preferences = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  // Each way through the history loads the page again, so that what it loads can be waited for.
  "browser.sessionhistory.max_total_viewers": 0,
  // A form that would be sent again is sent, so that tests find the request, and not a question that nobody answers.
  "dom.confirm_repost.testing.always_accept": true,
  "datareporting.policy.dataSubmissionEnabled": false,
  "marionette.port": 0,
  "network.captive-portal-service.enabled": false,
  // Virtual authenticators, and none that is plugged into the machine.
  "security.webauth.webauthn_enable_softtoken": true,
  "security.webauth.webauthn_enable_usbtoken": false,
  "signon.rememberSignons": false,
};

interface Message {
  /** Absent in an event. */
  readonly id?: number;
  readonly type: string;
  readonly method?: string;
  readonly params?: {
    readonly context?: string;
    /** Of an event of a tab: which of its navigations. */
    readonly navigation?: string | null;
    readonly request?: { readonly method: string; readonly url: string };
  };
  readonly result?: unknown;
  /** The code of an error, and its text, which changes from one cause to the next. */
  readonly error?: string;
  readonly message?: string;
}

/** What `script.evaluate` answers: a value, or what was thrown. */
interface Evaluated {
  readonly result?: { readonly value?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Longer than any page takes on a busy machine. */
const patienceMilliseconds = 30_000;

/**
 * The Firefox that is installed, with a fresh profile, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). Its session is begun by
 * Marionette, which alone has virtual authenticators.
 */
export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #marionette: Marionette;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Message) => void>();
  readonly #listeners = new Set<(event: Message) => void>();
  #count = 0;

  private constructor(process: ChildProcess, profile: string, marionette: Marionette, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#marionette = marionette;
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const message: Message = JSON.parse(String(data));
      if (message.id !== undefined) this.#answers.get(message.id)?.(message);
      else for (const listen of this.#listeners) listen(message);
    });
  }

  /** Pages run their scripts or not. */
  static async launch({ hasScripts }: { readonly hasScripts: boolean }): Promise<Firefox> {
    if (program === undefined) throw new Error("Firefox is not installed.");
    const profile = await mkdtemp(path.join(tmpdir(), "latchkey-firefox-"));
    const lines = Object.entries({ ...preferences, "javascript.enabled": hasScripts }).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    await writeFile(path.join(profile, "user.js"), lines.join("\n"));
    const process = spawn(
      program,
      [
        "--headless",
        "--no-remote",
        "--profile",
        profile,
        "--marionette",
        // For `offeredPasskeys`, which asks the browser and no page.
        "--remote-allow-system-access",
        "--remote-debugging-port=0",
      ],
      { env: { ...globalThis.process.env, HOME: profile }, stdio: "ignore" },
    );
    const marionette = await Marionette.connect(await portOf(process, profile));
    const { capabilities } = await marionette.send<{ capabilities: { webSocketUrl: string } }>(
      "WebDriver:NewSession",
      { webSocketUrl: true },
    );
    const socket = new WebSocket(capabilities.webSocketUrl);
    await once(socket, "open");
    const firefox = new Firefox(process, profile, marionette, socket);
    await firefox.send("session.subscribe", {
      events: ["browsingContext.load", "browsingContext.navigationStarted", "network.beforeRequestSent"],
    });
    return firefox;
  }

  /** A tab that shares no cookies with others. */
  async newTab(): Promise<FirefoxTab> {
    const { userContext } = await this.send<{ userContext: string }>("browser.createUserContext", {});
    const { context } = await this.send<{ context: string }>("browsingContext.create", {
      type: "tab",
      userContext,
    });
    return new FirefoxTab(this, context, userContext);
  }

  /** Plugs an authenticator in whose person says yes at once; it is there for all tabs until it is taken out again. */
  async plugInAuthenticator(): Promise<PluggedAuthenticator & AsyncDisposable> {
    const { value: authenticatorId } = await this.#marionette.send<{ value: string }>(
      "WebAuthn:AddVirtualAuthenticator",
      {
        protocol: "ctap2_1",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserConsenting: true,
        isUserVerified: true,
      },
    );
    return {
      setVerifying: (isUserVerified) =>
        this.#marionette.send("WebAuthn:SetUserVerified", { authenticatorId, isUserVerified }),
      [Symbol.asyncDispose]: () =>
        this.#marionette.send("WebAuthn:RemoveVirtualAuthenticator", { authenticatorId }),
    };
  }

  /** See `offeredPasskeys`. */
  offeredPasskeys(options?: Parameters<typeof offeredPasskeys>[1]): Promise<number | undefined> {
    return offeredPasskeys(this.#marionette, options);
  }

  /** Calls back for every event of every tab; returns what ends it. */
  listen(onEvent: (event: Message) => void): Disposable {
    this.#listeners.add(onEvent);
    return { [Symbol.dispose]: () => this.#listeners.delete(onEvent) };
  }

  async send<Result>(method: string, params: object): Promise<Result> {
    this.#count += 1;
    const id = this.#count;
    const answer = await new Promise<Message>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${method} is not answered.`)), patienceMilliseconds);
      this.#answers.set(id, (message) => {
        clearTimeout(late);
        resolve(message);
      });
      this.#socket.send(JSON.stringify({ id, method, params }));
    }).finally(() => this.#answers.delete(id));
    if (answer.type !== "success") throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result as Result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, "close");
    await this.#marionette
      .send("Marionette:Quit", { flags: ["eForceQuit"] })
      .catch(() => this.#process.kill());
    await ended;
    this.#marionette.close();
    await rm(this.#profile, { recursive: true, force: true });
  }
}

/** Keys and clicks are those of a person; what a page holds is read in a sandbox, which also works where pages may run no scripts. */
export class FirefoxTab implements Tab {
  readonly #firefox: Firefox;
  readonly #context: string;
  readonly #userContext: string;

  constructor(firefox: Firefox, context: string, userContext: string) {
    this.#firefox = firefox;
    this.#context = context;
    this.#userContext = userContext;
  }

  /** Resolves when the page is loaded, after all redirects. */
  async goto(url: string): Promise<void> {
    await this.#firefox.send("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  async setViewport(viewport: { readonly width: number; readonly height: number }): Promise<void> {
    await this.#firefox.send("browsingContext.setViewport", { context: this.#context, viewport });
  }

  async reload(): Promise<void> {
    await this.leaveBy(() =>
      this.#firefox.send("browsingContext.reload", { context: this.#context, wait: "none" }),
    );
  }

  /** Goes back or forward in the history; false where it ends. */
  async traverse(delta: -1 | 1): Promise<boolean> {
    let isThere = true;
    await this.leaveBy(async (stay) => {
      await this.#firefox
        .send("browsingContext.traverseHistory", { context: this.#context, delta })
        .catch((error: Error) => {
          if (!/no such history entry/i.test(error.message)) throw error;
          isThere = false;
          stay();
        });
    });
    return isThere;
  }

  async leaveBy(act: (stay: () => void) => Promise<unknown>): Promise<void> {
    const loaded = Promise.withResolvers<void>();
    // The page before may report only now that it is loaded.
    const started = new Set<string | null | undefined>();
    using _ = this.#firefox.listen(({ method, params }) => {
      if (params?.context !== this.#context) return;
      if (method === "browsingContext.navigationStarted") started.add(params.navigation);
      if (method === "browsingContext.load" && started.has(params.navigation)) loaded.resolve();
    });
    const late = setTimeout(async () => {
      const where = await this.evaluate("location.href + '\\n' + document.body.innerText");
      loaded.reject(new Error(`No page was loaded after ${where}`));
    }, patienceMilliseconds);
    try {
      await act(loaded.resolve);
      await loaded.promise;
    } finally {
      clearTimeout(late);
    }
  }

  /** Collects the addresses to which the tab sends forms. */
  watchPosts(): { readonly posts: string[] } & Disposable {
    const posts: string[] = [];
    const watch = this.#firefox.listen(({ method, params }) => {
      const { context, request } = params ?? {};
      const isPost = method === "network.beforeRequestSent" && request?.method === "POST";
      if (isPost && context === this.#context) posts.push(request.url);
    });
    return { posts, [Symbol.dispose]: () => watch[Symbol.dispose]() };
  }

  /** Types into a field, after what stands there. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.press(...text);
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.waitUntilVisible(selector);
    const field = `document.querySelector(${JSON.stringify(selector)})`;
    await this.evaluate(`[${field}.focus(), ${field}.select()]`);
    await this.press(...(text === "" ? [deleteKey] : text));
  }

  /** A character, or the code point of another key: https://w3c.github.io/webdriver/#keyboard-actions. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#firefox.send("input.performActions", {
      context: this.#context,
      actions: [{ type: "key", id: "keys", actions }],
    });
  }

  async click(selector: string): Promise<void> {
    await this.waitUntilVisible(selector);
    await this.#bringIntoView(selector);
    const { nodes } = await this.#firefox.send<{ nodes: readonly { sharedId: string }[] }>(
      "browsingContext.locateNodes",
      { context: this.#context, locator: { type: "css", value: selector } },
    );
    const [node] = nodes;
    if (node === undefined) throw new Error(`${selector} is gone.`);
    const origin = { type: "element", element: { sharedId: node.sharedId } };
    const actions = [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.#firefox.send("input.performActions", {
      context: this.#context,
      actions: [{ type: "pointer", id: "mouse", actions }],
    });
  }

  /** Repeats until it holds: text that was typed scrolls its field into view a moment later, and this element out of it. */
  async #bringIntoView(selector: string): Promise<void> {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    const isInView = `(({ top, bottom }) => top + bottom > 0 && top + bottom < 2 * innerHeight)(${element}.getBoundingClientRect())`;
    while (!(await this.evaluate<boolean>(isInView))) {
      await this.evaluate(`${element}.scrollIntoView({ block: "center", behavior: "instant" })`);
      await pause(200);
    }
  }

  async choose(selector: string, value: string): Promise<void> {
    await this.waitUntilVisible(selector);
    await this.evaluate(`(() => {
      const menu = document.querySelector(${JSON.stringify(selector)});
      menu.value = ${JSON.stringify(value)};
      for (const type of ["input", "change"]) menu.dispatchEvent(new Event(type, { bubbles: true }));
    })()`);
  }

  isVisible(selector: string): Promise<boolean> {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility() ?? false`);
  }

  async waitUntilVisible(selector: string): Promise<void> {
    await this.waitFor(`document.querySelector(${JSON.stringify(selector)})?.checkVisibility() ?? false`);
  }

  async waitUntilThere(selector: string): Promise<void> {
    await this.waitFor(`document.querySelector(${JSON.stringify(selector)}) !== null`);
  }

  textOf(selector: string): Promise<string> {
    return this.evaluate(`document.querySelector(${JSON.stringify(selector)}).innerText`);
  }

  /** The value of an expression about the page, or of its promise, as JSON carries it. Where pages run no scripts, no promise is resolved. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result, exceptionDetails } = await this.#firefox.send<Evaluated>("script.evaluate", {
      expression: `((value) => value instanceof Promise ? value.then(JSON.stringify) : JSON.stringify(value))(${expression})`,
      target: { context: this.#context, sandbox: "test" },
      awaitPromise: true,
    });
    if (result === undefined) throw new Error(exceptionDetails?.text);
    return result.value === undefined ? (undefined as Value) : JSON.parse(result.value);
  }

  /** Waits until the expression is true, also while pages change. */
  async waitFor(expression: string): Promise<void> {
    const limit = AbortSignal.timeout(patienceMilliseconds);
    while (!(await this.evaluate<boolean>(expression).catch(() => false))) {
      if (limit.aborted)
        throw new Error(`never true: ${expression}\n${await this.evaluate("document.body.innerText")}`);
      await pause(10);
    }
  }

  /** Closes it with its cookies. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#firefox.send("browser.removeUserContext", { userContext: this.#userContext });
  }
}

const deleteKey = "\uE017";

function findFirefox(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return ["firefox-esr", "firefox"]
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** The port of Marionette, which Firefox writes into the profile. */
function portOf(process: ChildProcess, profile: string): Promise<number> {
  const file = path.join(profile, "MarionetteActivePort");
  return until(async () => {
    if (process.exitCode !== null) throw new Error(`Firefox ended with ${process.exitCode}.`);
    return Number(await readFile(file, "utf8").catch(() => "")) || undefined;
  }, "Firefox does not listen.");
}
