import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { Argument, type Command, Option } from "commander";
import { explain } from "../flows/operator/problem.ts";
import type { NotedRefusal, Rule } from "../flows/operator/why.ts";
import {
  type AccessProblem,
  type AccessQuestion,
  type AccessReport,
  accessProblems,
  explainAccess,
  explainAccount,
} from "../flows/operator/why-access.ts";
import {
  accessRecord,
  accountReasonsRecord,
  refusalRecord,
  tokenReasonsRecord,
} from "../flows/operator/why-record.ts";
import {
  explainRefusedRequest,
  type RefusalReport,
  refusalInLogLine,
} from "../flows/operator/why-refusal.ts";
import { explainToken } from "../flows/operator/why-token.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { shortTime } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, labelled, printTable } from "./layout.ts";
import { openCall } from "./operation-call.ts";
import { done, exitCodeAs, exitCodes, type Outcome, type Problem } from "./outcome.ts";
import { readStdinLine } from "./stdin-line.ts";

interface WhyOptions {
  readonly user?: string;
  readonly client?: string;
  readonly path?: string;
  readonly method?: string;
  readonly token?: true;
  readonly resource?: string;
  readonly log?: string;
}

/** `latchkey why`. It is not made from its operations: one command asks four questions, and one of them can read a log. */
export function addWhyCommand(program: Command, invocation: Invocation): void {
  program
    .command("why")
    .addArgument(new Argument("[id]", "of the request; it is on the page that the person saw and in the log"))
    .addOption(new Option("--user <user>", "can this person sign in, and does mail reach them?"))
    .addOption(new Option("--client <id>", "with --user: can this person open this application?"))
    .addOption(new Option("--path <path>", "with --client: the path at an application behind a proxy"))
    .addOption(new Option("--method <method>", "with --path: the method of the request; GET unless named"))
    .addOption(new Option("--token", "does the token on stdin work?"))
    .addOption(new Option("--resource <uri>", "with --token: the API that it was sent to"))
    .addOption(new Option("--log <file>", "also look for the id in this log; - is stdin"))
    .action(
      action(invocation, (id: string | undefined, options: WhyOptions, command: Command) => {
        const { user, client, path, method, token, resource, log } = options;
        const isAccess = user !== undefined || client !== undefined;
        const questions = [id !== undefined, isAccess, token === true].filter(Boolean).length;
        const isWhole = isAccess === (user !== undefined);
        const isOwn =
          (resource === undefined || token === true) &&
          (log === undefined || id !== undefined) &&
          (path === undefined || client !== undefined) &&
          (method === undefined || path !== undefined);
        if (questions !== 1 || !isWhole || !isOwn) return Promise.resolve(refuse(oneQuestion));
        if (token) return whyToken(invocation, command, resource);
        if (id !== undefined) return whyRefused(invocation, command, id, log);
        if (client === undefined) return whyAccount(invocation, command, user ?? "");
        return whyAccess(invocation, command, { who: user ?? "", clientId: client, path, method });
      }),
    );
}

const oneQuestion: Problem = {
  exitCode: exitCodes.usage,
  cause:
    "Ask one question: an ID (with --log if you like), --user (with --client and --path if you like), or --token (with --resource if you like).",
};

function whyAccount(invocation: Invocation, command: Command, who: string): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async (opened) => {
    const explained = await explainAccount(openCall(opened).registry, who);
    if (!explained.ok) return unanswered(explained.reason);
    if (wantsJson(command)) terminal.printJson(accountReasonsRecord(explained.value));
    else tellRules(invocation, explained.value.rules);
    return done;
  });
}

function unanswered(reason: AccessProblem): Outcome {
  const { as, say } = explain(accessProblems, reason);
  return refuse({ exitCode: exitCodeAs[as], cause: say });
}

function whyAccess(invocation: Invocation, command: Command, about: AccessQuestion): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async (opened) => {
    const { registry, operator } = openCall(opened);
    const explained = await explainAccess(registry, about, operator);
    if (!explained.ok) return unanswered(explained.reason);
    if (wantsJson(command)) terminal.printJson(accessRecord(explained.value));
    else tellAccess(invocation, explained.value);
    return done;
  });
}

async function whyToken(
  invocation: Invocation,
  command: Command,
  resource: string | undefined,
): Promise<Outcome> {
  const { terminal } = invocation;
  if (process.stdin.isTTY) terminal.note("Paste the token and press Enter:");
  const token = (await readStdinLine()).trim();
  if (token === "")
    return refuse({
      exitCode: exitCodes.usage,
      cause: "Standard input is empty.",
      hint: "The first line of stdin is the token: an argument would be seen by other users of this machine.",
    });
  return withExisting(invocation, command, async (opened) => {
    const { registry, operator } = openCall(opened);
    const reasons = await explainToken(registry, { token, resource }, operator);
    if (wantsJson(command)) terminal.printJson(tokenReasonsRecord(reasons));
    else {
      terminal.print(reasons.isLive ? "The token works." : "The token does not work.");
      tellRules(invocation, reasons.rules);
    }
    return done;
  });
}

async function whyRefused(
  invocation: Invocation,
  command: Command,
  id: string,
  log: string | undefined,
): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  const noted = log === undefined ? ok(undefined) : await findInLog(log, id);
  if (!noted.ok) return noted;
  return withExisting(invocation, command, async (opened) => {
    const { registry, operator } = openCall(opened);
    const report = await explainRefusedRequest(registry, id, {
      noted: noted.value && { ...noted.value, source: "log" },
      by: operator,
    });
    if (report === undefined)
      return refuse({
        exitCode: exitCodes.notFound,
        cause: `No refused request ${id} is in the audit trail${log === undefined ? "" : " or in that log"}.`,
        hint:
          log === undefined
            ? `Refusals that strangers can cause at will are only in the log: \`journalctl -u latchkey | ${runLatchkey} why ${id} --log -\`, or the page Why of the console.`
            : "Only a refused request leaves a line. Compare the id with the page that the person saw.",
      });
    if (wantsJson(command)) terminal.printJson(refusalRecord(report));
    else tellRefusal(invocation, report);
    return done;
  });
}

async function findInLog(file: string, id: string): Promise<Result<NotedRefusal | undefined, Problem>> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  let found: NotedRefusal | undefined;
  try {
    for await (const line of createInterface({ input })) found ??= refusalInLogLine(line, id);
    return ok(found);
  } catch (error) {
    return refuse({ exitCode: exitCodes.notFound, cause: `${file} cannot be read (${errorCodeOf(error)}).` });
  }
}

function tellRefusal(invocation: Invocation, report: RefusalReport): void {
  const { terminal } = invocation;
  const { at, act, source, reason, sentence, command, details, access } = report;
  const { reason: _, repair: _repair, ...others } = details;
  const sources = { audit: "the audit trail", memory: "memory", log: "the log" } as const;
  const lines = detailLines([
    ["Refused", `${act}${reason === undefined ? "" : ` (${reason})`}`],
    ["At", shortTime(at)],
    ["Found in", sources[source]],
    ...labelled(
      "With",
      Object.entries(others).map(([name, value]) => `${name} ${value}`),
    ),
    ["Because", sentence],
    ...labelled("Repair", command === undefined ? [] : [spelled(invocation, command)]),
  ]);
  lines.forEach(terminal.print);
  if (access === undefined) return;
  terminal.print("");
  terminal.print("As it stands now:");
  tellAccess(invocation, access);
}

function tellAccess(invocation: Invocation, { account, client, opens, rules }: AccessReport): void {
  const verb = opens ? "can" : "cannot";
  invocation.terminal.print(`${account.username} ${verb} open ${client.name}.`);
  tellRules(invocation, rules);
}

function tellRules(invocation: Invocation, rules: readonly Rule[]): void {
  const { terminal } = invocation;
  printTable(
    terminal,
    ["RULE", "OUTCOME", "BECAUSE"],
    rules.map(({ rule, outcome, value }) => [rule, outcome, value]),
  );
  for (const { outcome, command } of rules)
    if (command !== undefined)
      terminal.note(`${outcome === "blocks" ? "Repair" : "Instead"}: ${spelled(invocation, command)}`);
}

/** The command as it is called on this installation. */
function spelled({ runLatchkey }: Invocation, command: string): string {
  return command.replace(/^latchkey /, `${runLatchkey} `);
}
