import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { until } from "./until.ts";

const program = findFirefox();

/** Why tests with Firefox are skipped; false where it is installed. */
export const withoutFirefox: string | false = program === undefined && "Firefox is not installed";

/** What keeps a fresh profile from asking and fetching anything. */
const preferences = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "signon.rememberSignons": false,
};

interface Answer {
  readonly id: number;
  readonly type: string;
  readonly result: unknown;
  readonly message?: string;
}

/**
 * The Firefox that is installed, with a fresh profile, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/). Keys and clicks are those
 * of a person; what a page holds is read in a sandbox, which also works where pages may run no scripts.
 */
export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  #context = "";
  #count = 0;

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const answer: Answer = JSON.parse(String(data));
      this.#answers.get(answer.id)?.(answer);
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
      ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"],
      {
        env: { ...globalThis.process.env, HOME: profile },
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    const socket = new WebSocket(`${await addressOf(process)}/session`);
    await once(socket, "open");
    const firefox = new Firefox(process, profile, socket);
    await firefox.#send("session.new", { capabilities: {} });
    const { contexts } = await firefox.#send<{ contexts: readonly { context: string }[] }>(
      "browsingContext.getTree",
      {},
    );
    firefox.#context = contexts[0]?.context ?? "";
    return firefox;
  }

  /** Resolves when the page is loaded, after all redirects. */
  async goto(url: string): Promise<void> {
    await this.#send("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }

  /** Types into a field, after what stands there. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.press(...text);
  }

  /** A character, or the code point of another key: https://w3c.github.io/webdriver/#keyboard-actions. */
  async press(...keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.#send("input.performActions", {
      context: this.#context,
      actions: [{ type: "key", id: "keys", actions }],
    });
  }

  async click(selector: string): Promise<void> {
    const { nodes } = await this.#send<{ nodes: readonly { sharedId: string }[] }>(
      "browsingContext.locateNodes",
      { context: this.#context, locator: { type: "css", value: selector } },
    );
    const [node] = nodes;
    if (node === undefined)
      throw new Error(`The page has no ${selector}: ${await this.evaluate("document.body.innerText")}`);
    await this.evaluate(
      `document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: "center" })`,
    );
    const origin = { type: "element", element: { sharedId: node.sharedId } };
    const actions = [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.#send("input.performActions", {
      context: this.#context,
      actions: [{ type: "pointer", id: "mouse", actions }],
    });
  }

  /** The value of an expression about the page, as JSON carries it. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result } = await this.#send<{ result: { value?: string } }>("script.evaluate", {
      expression: `JSON.stringify(${expression})`,
      target: { context: this.#context, sandbox: "test" },
      awaitPromise: false,
    });
    return result.value === undefined ? (undefined as Value) : JSON.parse(result.value);
  }

  /** Waits until the expression is true, also while pages change. */
  async waitFor(expression: string): Promise<void> {
    await until(
      async () => (await this.evaluate<boolean>(expression).catch(() => false)) || undefined,
      `never true: ${expression}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, "close");
    await this.#send("browser.close", {}).catch(() => this.#process.kill());
    await ended;
    await rm(this.#profile, { recursive: true, force: true });
  }

  async #send<Result>(method: string, params: object): Promise<Result> {
    this.#count += 1;
    const id = this.#count;
    const answer = await new Promise<Answer>((resolve) => {
      this.#answers.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#answers.delete(id);
    if (answer.type !== "success") throw new Error(`${method}: ${answer.message}`);
    return answer.result as Result;
  }
}

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

/** The address that Firefox listens on, which it writes to its standard error. */
function addressOf(process: ChildProcess): Promise<string> {
  const found = Promise.withResolvers<string>();
  const { stderr } = process;
  if (stderr === null) throw new Error("Firefox has no standard error.");
  createInterface({ input: stderr }).on("line", (line) => {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) found.resolve(address);
  });
  process.once("error", found.reject);
  process.once("exit", (code) => found.reject(new Error(`Firefox ended with ${code}.`)));
  return found.promise;
}
