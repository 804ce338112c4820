import { once } from "node:events";
import { type Command, InvalidArgumentError, Option } from "commander";
import { systemStopwatch } from "../adapters/system/clock.ts";
import type { AuditFilter, AuditTrail, KeptAuditEntry } from "../flows/audit-ports.ts";
import { entriesAfter } from "../flows/operator/audit.ts";
import { csvHeading, csvLine } from "../flows/operator/audit-csv.ts";
import { auditRecord } from "../flows/operator/audit-record.ts";
import { firstSignal } from "../ops/shutdown.ts";
import { shortTime } from "../values/words.ts";
import { withExisting } from "./administration.ts";
import { type FilterOptions, filterOf, withFilters } from "./audit-options.ts";
import { addAuditVerifyCommand } from "./audit-verify.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { openTable } from "./layout.ts";
import { type ListOptions, limitOption, listPageMax } from "./list.ts";
import { done, type Outcome } from "./outcome.ts";
import { openProgress } from "./progress.ts";

/** `latchkey audit …`: who did what to whom. */
export function addAuditCommands(program: Command, invocation: Invocation): void {
  const audit = program.command("audit");
  withFilters(audit.command("list"))
    .description("the latest entries, newest last")
    .addOption(limitOption())
    .action(
      action(invocation, (options: ListOptions & FilterOptions, command: Command) =>
        list(invocation, command, options),
      ),
    );
  withFilters(audit.command("tail"))
    .description("the latest entries, and each new one as it comes, until you interrupt it")
    .addOption(
      new Option("--lines <count>", "how many earlier ones to begin with").default(10).argParser(readCount),
    )
    .action(
      action(invocation, (options: TailOptions, command: Command) => tail(invocation, command, options)),
    );
  withFilters(audit.command("export"))
    .description("every entry to stdout, oldest first, as JSON lines or CSV")
    .addOption(
      new Option("--format <format>", "how to write them").choices(["jsonl", "csv"]).default("jsonl"),
    )
    .action(
      action(invocation, (options: ExportOptions, command: Command) =>
        exportEntries(invocation, command, options),
      ),
    );
  addAuditVerifyCommand(audit, invocation);
}

function list(
  invocation: Invocation,
  command: Command,
  options: ListOptions & FilterOptions,
): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration }) => {
    const filter = await filterOf(administration, options);
    const { limit } = options;
    const { auditTrail } = administration.store;
    const { pages, next } = await latestPages(auditTrail, filter, limit);
    const printRows = openTable(terminal, ["NUMBER", "AT", "ACT", "BY", "TO", "DETAILS"]);
    let count = 0;
    for await (const page of pages) {
      count += page.length;
      if (wantsJson(command)) for (const entry of page) terminal.printJson(auditRecord(entry));
      else if (page.length > 0) printRows(page.map(rowOf));
    }
    if (count === 0 && !wantsJson(command)) terminal.note("No entries match.");
    if (next !== undefined) terminal.note(`There are more; --limit ${10 * limit} shows ten times as many.`);
    return done;
  });
}

/**
 * The latest entries in pages, the oldest page first, and the cursor of what lies before them. The cursors of the pages are kept, not
 * their entries, so that a long list takes no more memory than a page.
 */
async function latestPages(trail: AuditTrail, filter: AuditFilter, limit: number) {
  const read = (left: number, after: number | undefined) =>
    trail.list({ ...filter, limit: Math.min(left, listPageMax), ...(after !== undefined && { after }) });
  const starts: { readonly left: number; readonly after: number | undefined }[] = [];
  let next: number | undefined;
  for (let left = limit; left > 0 && (starts.length === 0 || next !== undefined); left -= listPageMax) {
    starts.push({ left, after: next });
    ({ next } = await read(left, next));
  }
  async function* pages() {
    for (const { left, after } of starts.toReversed()) yield (await read(left, after)).items.toReversed();
  }
  return { pages: pages(), next };
}

interface TailOptions extends FilterOptions {
  readonly lines: number;
}

const lookMilliseconds = 500;

function tail(invocation: Invocation, command: Command, options: TailOptions): Promise<Outcome> {
  const { terminal } = invocation;
  const show = (entry: KeptAuditEntry) =>
    wantsJson(command) ? terminal.printJson(auditRecord(entry)) : terminal.print(lineOf(entry));
  return withExisting(invocation, command, async ({ administration }) => {
    const { auditTrail } = administration.store;
    const filter = await filterOf(administration, options);
    let isInterrupted = false;
    const interrupted = firstSignal().then(() => {
      isInterrupted = true;
    });
    // Entries come in the order of their numbers, so what comes after this one is new.
    let after = (await auditTrail.head())?.last ?? 0;
    const earlier = options.lines === 0 ? [] : await latest(auditTrail, filter, options.lines);
    for (const entry of earlier) if (entry.number <= after) show(entry);
    while (!isInterrupted) {
      for await (const entry of entriesAfter(auditTrail, filter, after)) {
        show(entry);
        after = entry.number;
      }
      await Promise.race([interrupted, pause(lookMilliseconds)]);
    }
    return done;
  });
}

async function latest(
  trail: AuditTrail,
  filter: AuditFilter,
  limit: number,
): Promise<readonly KeptAuditEntry[]> {
  return (await trail.list({ ...filter, limit })).items.toReversed();
}

interface ExportOptions extends FilterOptions {
  readonly format: "jsonl" | "csv";
}

function exportEntries(invocation: Invocation, command: Command, options: ExportOptions): Promise<Outcome> {
  const { terminal } = invocation;
  return withExisting(invocation, command, async ({ administration }) => {
    const { auditTrail } = administration.store;
    const filter = await filterOf(administration, options);
    const { first = 1, last = 0 } = (await auditTrail.head()) ?? {};
    const progress = openProgress(systemStopwatch);
    const isCsv = options.format === "csv";
    if (isCsv) process.stdout.write(`${csvHeading()}\r\n`);
    for await (const entry of entriesAfter(auditTrail, filter, 0)) {
      if (entry.number > last) break;
      if (isCsv) process.stdout.write(`${csvLine(entry)}\r\n`);
      else terminal.printJson(auditRecord(entry));
      progress.show("exporting", (entry.number - first) / (last - first + 1));
      // A slow reader must not make this process hold the whole trail.
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
    }
    progress.end();
    return done;
  });
}

function rowOf(entry: KeptAuditEntry): string[] {
  const { number, at, act, actor, target } = entry;
  return [
    `${number}`,
    shortTime(at),
    act,
    whoText(actor),
    target ? `${target.kind} ${target.id}` : "",
    detailsText(entry),
  ];
}

function lineOf(entry: KeptAuditEntry): string {
  return rowOf(entry).filter(Boolean).join("  ");
}

function whoText({ kind, id }: KeptAuditEntry["actor"]): string {
  return id === undefined ? kind : `${kind} ${id}`;
}

function detailsText({ details = {}, network, requestId }: KeptAuditEntry): string {
  const told = Object.entries(details).map(([name, value]) => `${name}=${value}`);
  if (network !== undefined) told.push(`network=${network}`);
  if (requestId !== undefined) told.push(`request=${requestId}`);
  return told.join(" ");
}

function readCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
