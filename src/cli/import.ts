import { type Command, Option } from "commander";
import { measureHashRate } from "../adapters/passwords/argon2.ts";
import { systemStopwatch } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import { clientFormats } from "../flows/operator/import/client-formats.ts";
import { headerOf } from "../flows/operator/import/csv.ts";
import { findUnfinished, type ImportEnd, importPeople, sourceOf } from "../flows/operator/import/people.ts";
import type { ImportOptions } from "../flows/operator/import/prepare-person.ts";
import { recognisePeople } from "../flows/operator/import/recognise.ts";
import { type PeopleFormat, peopleFormats, readPeople, sources } from "../flows/operator/import/sources.ts";
import type { Tally } from "../flows/operator/import/tally.ts";
import { normalizePassword } from "../identity/password.ts";
import { firstSignal } from "../ops/shutdown.ts";
import { ok, refuse } from "../values/result.ts";
import { counted, shellWord } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { type ClientImportWords, importClients } from "./import-clients.ts";
import { describeColumns, optionsText, readImportOptions, type SaidOptions } from "./import-options.ts";
import { isFreeForReport, openReport, type ReportFile } from "./import-report.ts";
import {
  emptyFile,
  nameOf,
  openSourceFile,
  type Source,
  unknownFormat,
  yamlReader,
} from "./import-source.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { withNext } from "./next-commands.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";
import { openProgress } from "./progress.ts";

interface ImportWords {
  readonly format?: PeopleFormat;
  readonly onConflict: "skip" | "update";
  readonly createGroups?: true;
  readonly admins?: true;
  readonly dryRun?: true;
  readonly report?: string;
  readonly map?: readonly string[];
  readonly hashParameters?: string;
}

/** `latchkey import …`: people and applications of another product, or of another installation. */
export function addImportCommands(program: Command, invocation: Invocation): void {
  const group = program.command("import");
  group
    .command("users <file>")
    .description(
      "people with their password hashes; - reads stdin. An import that was cut off goes on by the same command",
    )
    .addOption(
      new Option("--format <name>", "what the file is, where it is not recognised").choices(peopleFormats),
    )
    .addOption(
      new Option("--on-conflict <what>", "for people whose name or address is taken")
        .choices(["skip", "update"])
        .default("skip"),
    )
    .option(
      "--map <columns>",
      "which column of a CSV file is what: email=Mail,username=Login; may be repeated",
      (value: string, known: readonly string[] = []) => [...known, value],
    )
    .option(
      "--hash-parameters <reference>",
      "the parameters of Firebase's password hashes, as env:NAME or file:PATH",
    )
    .option("--create-groups", "create groups that do not exist")
    .option("--admins", "let the file make and change administrators, and enable disabled accounts")
    .option("--dry-run", "read and check everything, and import nothing")
    .option("--report <file>", "the file of the report (FILE.report.jsonl)")
    .action(
      action(invocation, (file: string, words: ImportWords, command: Command) =>
        importUsers(invocation, command, file, words),
      ),
    );
  group
    .command("clients <file>")
    .description(
      "applications with their client ids; - reads stdin. Where a secret cannot be kept, a new one is shown once",
    )
    .addOption(
      new Option("--format <name>", "what the file is, where it is not recognised").choices(
        Object.keys(clientFormats),
      ),
    )
    .option("--admins", "let the file give clients rights of operators")
    .option("--dry-run", "read and check everything, and import nothing")
    .action(
      action(invocation, (file: string, words: ClientImportWords, command: Command) =>
        importClients(invocation, command, file, words),
      ),
    );
}

async function importUsers(
  invocation: Invocation,
  command: Command,
  file: string,
  words: ImportWords,
): Promise<Outcome> {
  const opened = await openSourceFile(file);
  if (!opened.ok) return opened;
  const source = opened.value;
  if (source.start.replaceAll(/\s/g, "") === "[]") return refuse(emptyFile(file, "nobody"));
  const said = await readImportOptions(words, invocation);
  if (!said.ok) return said;
  const { columns } = said.value;
  const recognised = formatOf(source.start, words.format, columns !== undefined);
  if (!recognised.ok) return refuse(unknownFormat(file, peopleFormats, recognised.reason));
  const format = recognised.value;
  const reportPath = words.report ?? `${nameOf(file)}.report.jsonl`;
  if (!(await isFreeForReport(reportPath)))
    return refuse({
      exitCode: exitCodes.conflict,
      cause: `The report would replace ${reportPath}, which is not a report of an import.`,
      hint: "Name another file with --report.",
    });
  return withExisting(invocation, command, async ({ administration }) => {
    const called = columns === undefined ? sources[format].called : `CSV: ${describeColumns(columns)}`;
    invocation.terminal.note(`Reading ${nameOf(file)} as ${called}.`);
    if (hasClearPasswords(source.start, format) || weakHash.test(source.start))
      await warnOfHashes(invocation, administration);
    await using report = await openReport(reportPath);
    const ended = await run(invocation, administration, { source, format, words, said: said.value, report });
    return tell(invocation, command, ended, {
      file,
      reportPath,
      words,
      hasReport: (await report.length()) > 0,
    });
  });
}

/** A mapping of columns makes any text that is not JSON a CSV file. */
function formatOf(start: string, named: PeopleFormat | undefined, hasColumns: boolean) {
  if (named !== undefined) return ok(named);
  return hasColumns ? ok("csv" as const) : recognisePeople(start);
}

/** The prefixes of hashes that are wrapped at import; bare hexadecimal digests are not detected. */
const weakHash = /\{S?(?:MD5|SHA\d*)\}|\$(?:1|5|6|P|H|S|apr1)\$|\b(?:md5|sha1)\$/i;

/** Looks at the beginning of the file alone. */
function hasClearPasswords(start: string, format: PeopleFormat): boolean {
  // The hashes of a directory are in base64, so their kind cannot be seen; most are weak.
  if (format === "ldif") return true;
  if (format === "csv") return headerOf(start).includes("password");
  return format === "latchkey" && /"password"\s*:/.test(start);
}

async function warnOfHashes({ terminal }: Invocation, { clock }: Administration): Promise<void> {
  const sample = normalizePassword("a password to measure with");
  if (!sample.ok) return;
  const { perSecond } = await measureHashRate(clock, sample.value);
  const seconds = Math.ceil(1000 / perSecond);
  terminal.note(
    `Passwords in the clear and weak hashes are hashed on the way: about ${Math.round(perSecond)} a second here, so a thousand take ${counted(seconds, "second")}.`,
  );
}

interface Job {
  readonly source: Source;
  readonly format: PeopleFormat;
  readonly words: ImportWords;
  readonly said: SaidOptions;
  readonly report: ReportFile;
}

async function run(
  invocation: Invocation,
  { store, passwords, keyring, clock, random, audit }: Administration,
  { source, format, words, said, report }: Job,
): Promise<ImportEnd> {
  const options: ImportOptions = {
    onConflict: words.onConflict,
    createsGroups: words.createGroups === true,
    changesRights: words.admins === true,
    isDryRun: words.dryRun === true,
  };
  const id = sourceOf(source.digest ?? random.bytes(32), { ...options, format, said: optionsText(said) });
  const unfinished = options.isDryRun ? undefined : await findUnfinished(store.imports, id);
  if (unfinished !== undefined)
    invocation.terminal.note(
      `Going on behind the first ${unfinished.position}, where an earlier run was cut off.`,
    );
  let isInterrupted = false;
  void firstSignal().then(() => {
    isInterrupted = true;
  });
  const { accounts, clients, groups, upstreams, imports } = store;
  const shown = showProgress(invocation, source, unfinished?.position ?? 0);
  try {
    return await importPeople(
      { accounts, clients, groups, upstreams, imports, passwords, sealer: keyring, clock, random, audit },
      {
        source: id,
        entries: readPeople(format, {
          chunks: source.chunks,
          ...(source.again && { again: source.again }),
          readYaml: await yamlReader(),
          ...said,
        }),
        options,
        report,
        onProgress: shown.show,
        isInterrupted: () => isInterrupted,
      },
    );
  } finally {
    shown.end();
  }
}

/** Without a terminal one line is written for so many people. */
const peopleALine = 10_000;

function showProgress({ terminal }: Invocation, source: Source, from: number) {
  const progress = openProgress(systemStopwatch);
  const startedAt = systemStopwatch();
  let nextLine = from + peopleALine;
  return {
    show: ({ position }: Tally): void => {
      const share = source.share();
      const seconds = (systemStopwatch() - startedAt) / 1000;
      const rate = Math.round((position - from) / Math.max(seconds, 0.001));
      const left = share > 0 ? Math.round((seconds * (1 - share)) / share) : undefined;
      const words = `${position} people, ${rate} a second${left === undefined ? "" : `, ${left} s left`};`;
      progress.show(words, share);
      if (process.stderr.isTTY === true || position < nextLine) return;
      nextLine = position + peopleALine;
      terminal.note(`${position} people, ${rate} a second`);
    },
    end: () => progress.end(),
  };
}

interface Told {
  readonly file: string;
  readonly reportPath: string;
  readonly words: ImportWords;
  readonly hasReport: boolean;
}

function tell(invocation: Invocation, command: Command, ended: ImportEnd, told: Told): Outcome {
  const { terminal, runLatchkey } = invocation;
  if (!ended.ok) {
    const again = `The same command goes on where it stopped: ${runLatchkey} import users ${shellWord(told.file)} ...`;
    return ended.reason === "interrupted"
      ? refuse({
          exitCode: exitCodes.interrupted,
          cause: "Interrupted. Everything up to here is kept.",
          hint: again,
        })
      : refuse({
          exitCode: exitCodes.conflict,
          cause: "Another run of the same import is at work.",
          hint: again,
        });
  }
  const { counts, reasons, leftOut, passedOver } = ended.value;
  const isDryRun = told.words.dryRun === true;
  if (wantsJson(command))
    terminal.printJson(
      withNext(
        invocation,
        {
          ...counts,
          reasons,
          left_out: leftOut,
          passed_over: passedOver,
          dry_run: isDryRun,
          report: told.hasReport ? told.reportPath : null,
        },
        nextCommands(told, isDryRun),
      ),
    );
  const verb = isDryRun ? "Nothing was kept. It would be:" : "Done:";
  terminal.note(
    `${verb} ${counts.created} created, ${counts.updated} updated, ${counts.skipped} skipped, ${counts.refused} refused.`,
  );
  if (counts.partly > 0) terminal.note(`${counts.partly} of them kept in part.`);
  for (const line of summaryOf(ended.value)) terminal.note(line);
  for (const line of leftOutLines(ended.value)) terminal.note(line);
  if (told.hasReport) terminal.note(`Who and why: ${told.reportPath}`);
  const { breaksAt } = ended.value;
  if (breaksAt !== undefined)
    return refuse({
      exitCode: exitCodes.failed,
      cause: `${nameOf(told.file)} cannot be read beyond line ${breaksAt.line}. ${breaksAt.problem}`,
      hint: "Get the complete file and import it again. People who exist already are skipped.",
    });
  if (ended.value.position === 0) return refuse(emptyFile(told.file, "nobody"));
  if (counts.refused + counts.partly === 0) return done;
  return refuse({ exitCode: exitCodes.failed, cause: "Not everything could be kept." });
}

/** After a dry run, the import itself. Stdin cannot be read again. */
function nextCommands({ file, words }: Told, isDryRun: boolean): readonly string[] {
  if (!isDryRun) return ["user list --imported"];
  if (file === "-") return [];
  const { format, onConflict, createGroups, admins, report, map = [], hashParameters } = words;
  const options: readonly (readonly [option: string, value?: string | undefined])[] = [
    ...(format === undefined ? [] : [["--format", format] as const]),
    ...(onConflict === "skip" ? [] : [["--on-conflict", onConflict] as const]),
    ...map.map((columns) => ["--map", columns] as const),
    ...(hashParameters === undefined ? [] : [["--hash-parameters", hashParameters] as const]),
    ...(createGroups ? [["--create-groups"] as const] : []),
    ...(admins ? [["--admins"] as const] : []),
    ...(report === undefined ? [] : [["--report", report] as const]),
  ];
  const said = options.flat().map((word) => shellWord(word ?? ""));
  return [["import users", ...said, "--", shellWord(file)].join(" ")];
}

/** The lines of the summary: the people who got rights, and how many were left out for each reason. */
function summaryOf({ counts, reasons, raised }: Tally): readonly string[] {
  const words = { administrator: "made administrators", enabled: "enabled" } as const;
  const lines = (["administrator", "enabled"] as const).flatMap((how) => {
    const [count, names] = [counts[how], raised[how]];
    const more = count > names.length ? ` and ${count - names.length} more` : "";
    return count === 0 ? [] : [`${count} ${words[how]}: ${names.join(", ")}${more}.`];
  });
  const outcomes = { refused: "refused", skipped: "skipped", partly: "in part" } as const;
  for (const outcome of ["refused", "skipped", "partly"] as const)
    for (const [about, count] of Object.entries(reasons[outcome]).sort(([, one], [, other]) => other - one))
      lines.push(`  ${count} ${outcomes[outcome]}: ${about}`);
  return lines;
}

/** What is not kept of people who are, by its name, and how often each. */
function leftOutLines({ leftOut, passedOver }: Tally): readonly string[] {
  const listed = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort(([, one], [, other]) => other - one)
      .map(([name, count]) => `${name} (${count})`)
      .join(", ");
  return [
    ...(Object.keys(leftOut).length > 0 ? [`Not kept: ${listed(leftOut)}.`] : []),
    ...(Object.keys(passedOver).length > 0
      ? [`Passed over, because it means nothing outside of the old product: ${listed(passedOver)}.`]
      : []),
  ];
}
