import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Invocation } from "../../src/cli/invocation.ts";
import { done } from "../../src/cli/outcome.ts";
import { createProgram } from "../../src/cli/program.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { operations } from "../../src/operations/operations.ts";
import type { AdminScope } from "../../src/protocol/api/admin-scopes.ts";
import { AdminStage } from "../http/support/admin-api.ts";
import { ConsoleStage, mainOf, root } from "../http/support/console-stage.ts";
import type { FormClient, HttpAnswer } from "../support/form-client.ts";
import { FakeClock, type InProcessService } from "../support/in-process.ts";
import type { Act, Verdict } from "./acts.ts";

/** What `{name}` stands for. */
export type Things = Readonly<Record<string, string>>;

/** One try of an act. */
export interface Attempt {
  readonly act: Act;
  readonly operation: Operation;
  readonly rights: readonly AdminScope[];
  /** The right that is not among them. */
  readonly lacking?: AdminScope | undefined;
  readonly things: Things;
  /** True for a caller who read the thing before it was changed. */
  readonly isLate?: boolean;
}

/** What a request is made of. */
interface Asked extends Pick<Attempt, "operation" | "rights" | "things"> {
  readonly act: Pick<Act, "content">;
}

/** One of the three who act, on a service of its own. */
export interface Caller extends AsyncDisposable {
  readonly service: InProcessService;
  /** How the audit trail names it. */
  readonly actor: { readonly kind: "command-line" | "client" | "operator"; readonly id?: string };
  /** Undefined if this caller has no way to try it. */
  attempt(attempt: Attempt): Promise<Verdict | undefined>;
}

/** Replaces `{name}` in a text, or in every text of a value. */
export function filled<Value>(value: Value, things: Things, write = (text: string) => text): Value {
  const fill = (text: string) =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => write(things[name] ?? assert.fail(name)));
  if (typeof value === "string") return fill(value) as Value;
  return JSON.parse(JSON.stringify(value), (_, member) =>
    typeof member === "string" ? fill(member) : member,
  );
}

/** The operation with this id. */
export function operationNamed(id: string): Operation {
  return operations.find((operation) => operation.id === id) ?? assert.fail(id);
}

const verdictOfStatus: Readonly<Record<number, Verdict>> = {
  403: "lacks a right",
  404: "not found",
  409: "refused",
  412: "changed meanwhile",
  422: "refused",
};

/** The admin API, by client credentials. */
export async function apiCaller(environment: Readonly<Record<string, string>> = {}) {
  const stage = await AdminStage.set(environment);
  const send = async (
    { act, operation, rights, things }: Asked,
    headers: Readonly<Record<string, string>> = {},
  ) =>
    stage.send(operation.method.toUpperCase(), filled(operation.path, things, encodeURIComponent), {
      token: await stage.token(rights),
      body: act.content && filled(act.content, things),
      headers,
    });
  const caller: Caller = {
    service: stage.service,
    actor: { kind: "client" },
    attempt: async (attempt) => {
      const { operation, lacking, isLate = false } = attempt;
      if (isLate && !operation.isConditional) return undefined;
      const answer = await send(attempt, isLate ? { "if-match": '"older"' } : {});
      const challenge = answer.headers["www-authenticate"] ?? "";
      if (answer.status === 403 && lacking !== undefined)
        assert.match(challenge, new RegExp(`error="insufficient_scope".*scope="${lacking}"`));
      return answer.status < 300 ? "done" : (verdictOfStatus[answer.status] ?? assert.fail(answer.body));
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
  return { ...caller, send };
}

/** The field by which a form says which version it shows. */
const versionField = /name="etag"/;
const lacking =
  /Your rights are not sufficient|full admin rights|do not have the right|which you do not have/;

/** The console, in a browser for each set of rights. */
export async function consoleCaller(): Promise<Caller> {
  const stage = await ConsoleStage.set();
  await stage.enter();
  const browsers = new Map<string, FormClient>();
  const browserWith = async (rights: readonly AdminScope[]) => {
    const scope = rights.join(" ");
    const browser = browsers.get(scope) ?? (await stage.enterWith(scope, "/admin")).browser;
    browsers.set(scope, browser);
    return browser;
  };
  const verdictOf = (answer: HttpAnswer): Verdict => {
    const main = mainOf(answer);
    // Where the act leads to afterwards may need another right.
    if (answer.status === 200 || answer.headers.location?.startsWith("/admin/")) return "done";
    if (answer.status === 404) return "not found";
    if (lacking.test(main)) return "lacks a right";
    return /in the meantime, so nothing was saved/.test(main) ? "changed meanwhile" : "refused";
  };
  return {
    service: stage.service,
    actor: { kind: "operator", id: (await stage.account(root.username)).id },
    attempt: async ({ act, rights, things, isLate = false }) => {
      if (act.form === undefined) return undefined;
      const path = filled(act.form, things, encodeURIComponent);
      const browser = await browserWith(rights);
      const page = await stage.open(`/admin${path}`, browser);
      if (page.status !== 200) return verdictOf(page);
      if (isLate && !versionField.test(page.body)) return undefined;
      const typed = { ...filled(act.typed, things), ...(isLate && { etag: "1" }) };
      const whole = `/${path.split("/").at(-1)}`;
      // A form that says everything by its fields goes to the address without the query.
      const place = page.body.includes(whole.replaceAll("&", "&amp;")) ? whole : (whole.split("?")[0] ?? "");
      return verdictOf(await stage.post(page, place, typed, browser));
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

/** Runs commands on the database of a service, in the process of the test, which is faster than one each. */
function commandsIn(folder: string, service: InProcessService) {
  const env = { LATCHKEY_DATA_DIR: folder, LATCHKEY_PORT: new URL(service.url).port };
  return async (words: readonly string[], input = Readable.from(["the secret\n"])) => {
    const lines: Readonly<Record<string, unknown>>[] = [];
    const unheard = () => {};
    const terminal: Terminal = {
      isInteractive: false,
      hasColour: false,
      print: unheard,
      printJson: (value) => lines.push(JSON.parse(JSON.stringify(value))),
      note: unheard,
      aside: unheard,
      complain: unheard,
      printStrong: unheard,
    };
    const invocation: Invocation = {
      terminal,
      env,
      cwd: folder,
      runLatchkey: "latchkey",
      words,
      outcome: done,
    };
    const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? assert.fail();
    Object.defineProperty(process, "stdin", { ...stdin, get: () => input });
    try {
      const program = await createProgram(invocation, words);
      await program.parseAsync([...words, "--json"], { from: "user" });
    } finally {
      Object.defineProperty(process, "stdin", stdin);
    }
    const { outcome } = invocation;
    return outcome.ok
      ? { exitCode: 0, lines, said: "" }
      : { exitCode: outcome.reason.exitCode, lines, said: outcome.reason.cause };
  };
}

/** The command line, on the same machine. It has every right. `stage` is the admin API of the same service. */
export async function commandCaller() {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-acts-"));
  const stage = await AdminStage.set({ LATCHKEY_DATA_DIR: folder }, { clock: machineTime() });
  const { service } = stage;
  const run = commandsIn(folder, service);
  const verdicts: Readonly<Record<number, Verdict>> = {
    0: "done",
    3: "not found",
    4: "refused",
    5: "refused",
  };
  const caller: Caller = {
    service,
    actor: { kind: "command-line", id: userInfo().username },
    attempt: async ({ act, operation, things, isLate = false }) => {
      if (act.words === undefined || operation.command === undefined || isLate) return undefined;
      const words = [...operation.command.split(" "), ...filled(act.words, things)];
      const { exitCode, said } = await run(words);
      return verdicts[exitCode] ?? assert.fail(`${words.join(" ")}: ${exitCode} ${said}`);
    },
    [Symbol.asyncDispose]: async () => {
      await stage[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return { ...caller, stage, run };
}

/** Commands have the clock of the machine, and both judge what has expired. */
function machineTime(): FakeClock {
  const clock = new FakeClock();
  clock.advance((Date.now() - clock.now()) / 1_000);
  return clock;
}
