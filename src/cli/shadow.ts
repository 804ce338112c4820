import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Argument, type Command, Option } from "commander";
import { findClient } from "../flows/operator/client.ts";
import { type RawAnswer, readRawAnswer } from "../flows/operator/shadow/answer-there.ts";
import { compareServices } from "../flows/operator/shadow/compare-services.ts";
import {
  type ApplicationReport,
  hasDifference,
  ignoring,
  redacted,
  reportApplications,
  type ShadowReport,
  shadowRecord,
} from "../flows/operator/shadow/report.ts";
import { isDifference } from "../flows/operator/shadow/row.ts";
import { type ShadowedSignIn, shadowSignIn } from "../flows/operator/shadow/shadow.ts";
import { resolveIssuer } from "../ops/config.ts";
import { parseJsonObject } from "../values/json-object.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { counted } from "../values/words.ts";
import { type Opened, withExisting } from "./administration.ts";
import { collect } from "./client-options.ts";
import { notRunning, readSecret } from "./client-try.ts";
import { localBaseOf } from "./healthcheck.ts";
import { openSourceFile } from "./import-source.ts";
import { action, type Invocation, spelledOut, wantsJson } from "./invocation.ts";
import { printTable } from "./layout.ts";
import { loopbackUri } from "./loopback-callback.ts";
import { openCall } from "./operation-call.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";
import { shadowPage } from "./shadow-page.ts";
import { type OldProvider, openOldProvider, readDiscovery } from "./shadow-provider.ts";
import { signInThere } from "./shadow-sign-in.ts";
import { summaryOf } from "./shadow-words.ts";

interface ShadowWords {
  readonly old: string;
  readonly client?: string;
  readonly oldClientId?: string;
  readonly secretStdin?: true;
  readonly redirectUri?: string;
  readonly scope?: string;
  readonly ignore?: readonly string[];
  readonly redact?: true;
  readonly html?: string;
  readonly browser: boolean;
}

/** More sign-ins say nothing new, and all of them are held in memory. */
const answersMax = 10_000;

/** `latchkey shadow`: what applications would see differently after a move from another provider, before the move. */
export function addShadowCommand(program: Command, invocation: Invocation): void {
  program
    .command("shadow")
    .addArgument(
      new Argument(
        "[file]",
        "answers that the old provider gave applications, one JSON object a line; - is stdin",
      ),
    )
    .addOption(new Option("--old <issuer>", "the old provider").makeOptionMandatory())
    .addOption(
      new Option(
        "--client <id>",
        "without a file: sign in there as this application; with one: its application",
      ),
    )
    .addOption(new Option("--old-client-id <id>", "its client id there, if it is another one"))
    .addOption(new Option("--secret-stdin", "the first line of stdin is its client secret there"))
    .addOption(new Option("--redirect-uri <uri>", "its redirect URI there that leads to this machine"))
    .addOption(new Option("--scope <scope>", "what it asks for; by default openid profile email"))
    .addOption(new Option("--no-browser", "print the address only"))
    .addOption(
      new Option(
        "--ignore <name>",
        "a claim or line whose difference does not count; may be repeated",
      ).argParser(collect),
    )
    .addOption(new Option("--redact", "show no value of a person, only whether claims differ"))
    .addOption(new Option("--html <file>", "also write the report as one page"))
    .action(
      action(invocation, (file: string | undefined, words: ShadowWords, command: Command) =>
        shadow(invocation, command, file, words),
      ),
    );
}

function shadow(
  invocation: Invocation,
  command: Command,
  file: string | undefined,
  words: ShadowWords,
): Promise<Outcome> {
  if (file === undefined && words.client === undefined)
    return Promise.resolve(
      refuse({
        exitCode: exitCodes.usage,
        cause: "Name an application to sign in as, with --client, or a file of answers.",
        hint: "docs/importing.md, Before the switch, says how to make such a file.",
      }),
    );
  return withExisting(invocation, command, async (opened) => {
    const provider = await openOldProvider(words.old);
    if (!provider.ok) return provider;
    const issuer = resolveIssuer(opened.config, opened.config.port);
    // A kept issuer (ADR 0096) leads to the old provider until the switch.
    const place = issuer === provider.value.issuer ? localBaseOf(opened.config) : issuer;
    const metadata = await readDiscovery(place);
    if (metadata === undefined) return refuse(notRunning(invocation, place));
    const answers =
      file === undefined
        ? await answerOfSignIn(invocation, opened, provider.value, words)
        : await answersOfFile(file, words);
    if (!answers.ok) return answers;
    const compared = await compare(opened, provider.value, answers.value);
    const report = {
      ...compared,
      oldIssuer: provider.value.issuer,
      issuer,
      lost: compareServices(provider.value.metadata, metadata),
    };
    return show(invocation, command, ignoring(report, words.ignore ?? []), words);
  });
}

/** An answer, and where it stands. */
interface Placed {
  readonly place: string;
  /** Undefined for what is no answer. */
  readonly raw: RawAnswer | undefined;
}

async function answerOfSignIn(
  invocation: Invocation,
  { administration }: Opened,
  provider: OldProvider,
  words: ShadowWords,
): Promise<Result<readonly Placed[], Problem>> {
  const { client: id = "", oldClientId, redirectUri, scope } = words;
  const client = await findClient(administration.store.clients, id);
  if (client === undefined)
    return refuse({ exitCode: exitCodes.notFound, cause: "There is no such client." });
  const target = loopbackUri(
    redirectUri === undefined ? client.redirectUris : [redirectUri],
    client.isPublic,
  );
  if (target === undefined)
    return refuse({
      exitCode: exitCodes.refused,
      cause:
        "The application has no redirect URI that leads to a port of this machine, where this command could answer.",
      hint: "Add one at the old provider, such as http://127.0.0.1:8765/callback, and name it with --redirect-uri; or write the application's own answers to a file.",
    });
  const secret = await readSecret(client, words);
  if (!secret.ok) return secret;
  const old = {
    clientId: oldClientId ?? client.id,
    secret: secret.value,
    target,
    scope: scope ?? "openid profile email",
  };
  const answer = await signInThere(invocation, provider, old, words.browser);
  if (!answer.ok) return answer;
  return ok([{ place: "The sign-in", raw: { ...answer.value, clientId: client.id } }]);
}

async function answersOfFile(
  file: string,
  { client, scope }: ShadowWords,
): Promise<Result<readonly Placed[], Problem>> {
  const opened = await openSourceFile(file);
  if (!opened.ok) return opened;
  let text = "";
  for await (const chunk of opened.value.chunks) text += chunk;
  const answers = text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const json = parseJsonObject(line);
    const raw = json && readRawAnswer(json);
    const said = raw && {
      ...raw,
      clientId: client ?? raw.clientId,
      askedScope: raw.askedScope ?? scope,
    };
    return [{ place: `Line ${index + 1}`, raw: said }];
  });
  if (answers.length > answersMax)
    return refuse({
      exitCode: exitCodes.refused,
      cause: `The file has ${answers.length} answers, and at most ${answersMax} are compared at a time.`,
    });
  return ok(answers);
}

async function compare(
  opened: Opened,
  provider: OldProvider,
  answers: readonly Placed[],
): Promise<Pick<ShadowReport, "applications" | "refused">> {
  const { registry } = openCall(opened);
  const signIns: ShadowedSignIn[] = [];
  const refused: ShadowReport["refused"][number][] = [];
  for (const { place, raw } of answers) {
    const compared =
      raw === undefined ? refuse("is no answer" as const) : await shadowSignIn(registry, provider, raw);
    if (compared.ok) signIns.push(compared.value);
    else refused.push({ place, problem: compared.reason });
  }
  return { applications: reportApplications(signIns), refused };
}

async function show(
  invocation: Invocation,
  command: Command,
  whole: ShadowReport,
  { redact, html }: ShadowWords,
): Promise<Outcome> {
  const { terminal, cwd } = invocation;
  const report = redact ? redacted(whole) : whole;
  if (wantsJson(command)) terminal.printJson(shadowRecord(report));
  else tell(invocation, report);
  // It may say much about people, so that only its owner reads it.
  if (html !== undefined)
    await writeFile(
      resolve(cwd, html),
      shadowPage(report, (text) => spelledOut(invocation, text)),
      { mode: 0o600 },
    );
  const { refused } = report;
  if (refused.length > 0)
    return refuse({
      exitCode: exitCodes.failed,
      cause: `${counted(refused.length, "answer")} could not be compared: ${refused
        .slice(0, 10)
        .map(({ place, problem }) => `${place} ${problem}`)
        .join("; ")}.`,
    });
  if (!hasDifference(report)) {
    terminal.note(
      report.issuer === report.oldIssuer
        ? "The applications would notice nothing."
        : "The applications would notice nothing but the new issuer.",
    );
    return done;
  }
  return refuse({
    exitCode: exitCodes.differs,
    reason: "differs",
    cause: "Applications would notice differences.",
    hint: "Nothing was changed. --ignore NAME leaves out a difference that does not matter to the application.",
  });
}

function tell(invocation: Invocation, { oldIssuer, issuer, applications, lost }: ShadowReport): void {
  const { terminal } = invocation;
  terminal.note(`From ${oldIssuer} to ${issuer}`);
  for (const application of applications) tellApplication(invocation, application);
  if (lost.length === 0) return;
  terminal.note("The old provider also offers, to applications that use it:");
  for (const { member, there } of lost) terminal.note(`  ${member}: ${[there].flat().join(", ")}`);
}

function tellApplication(invocation: Invocation, { client, signInCount, rows }: ApplicationReport): void {
  const { terminal } = invocation;
  terminal.print(`${client.name} (${client.id}): ${counted(signInCount, "sign-in")}, ${summaryOf(rows)}`);
  printTable(
    terminal,
    ["PART", "NAME", "OUTCOME", "THERE", "HERE"],
    rows.map(({ part, name, outcome, there, here, count }) => [
      part,
      name,
      count === signInCount ? outcome : `${outcome} (${count})`,
      shown(there),
      shown(here),
    ]),
  );
  // What a claim lacks in the ID token it mostly lacks in userinfo too, and one command repairs both.
  const notes = rows
    .filter(isDifference)
    .flatMap(({ name, because, repairs }) => [
      ...(because === undefined ? [] : [`${name}: ${spelledOut(invocation, because)}`]),
      ...repairs.map(
        ({ command }) => `Repair: ${command.replace(/^latchkey /, `${invocation.runLatchkey} `)}`,
      ),
    ]);
  for (const note of new Set(notes)) terminal.note(note);
}

/** A value on one line; nothing for one that is missing or redacted. */
function shown(value: unknown): string {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return [...text].length > 60 ? `${[...text].slice(0, 59).join("")}…` : text;
}
