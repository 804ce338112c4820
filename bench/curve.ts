import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureAccounts, measureClients, measureGrants, measureUsers } from "./curve/axes.ts";
import type { AxisResult, CurveContext, Flatness } from "./curve/context.ts";
import { Driver } from "./drive.ts";
import { installLatchkey } from "./latchkey.ts";
import { describeMachine } from "./machine.ts";
import { chosenNames, commonOptions } from "./options.ts";
import { asMarkdown, asText, figure, type Section } from "./report.ts";
import { usersCount } from "./sections/context.ts";

const usage = `npm run bench:curve -- [--quick] [--only AXIS,…] [--markdown] [--json FILE] [--folder DIR]

  --quick      fewer points and shorter turns: about two minutes, good for a first look only
  --only       some of users, grants, accounts, clients
  --markdown   print Markdown
  --json FILE  also write every figure to FILE
  --folder DIR where databases lie while it runs, up to 3 GB (default: the system's folder for temporary files)
`;

const axes: Readonly<Record<string, (context: CurveContext) => Promise<AxisResult>>> = {
  users: measureUsers,
  grants: measureGrants,
  accounts: measureAccounts,
  clients: measureClients,
};

/** How far a figure may move along an axis and still count as flat. Turns of one server differ by about a tenth. */
const flat = { rateMin: 0.8, costMax: 1.25 };

function readOptions() {
  const { values } = parseArgs({ options: commonOptions });
  return { ...values, names: chosenNames(Object.keys(axes), values.only, "axis") };
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

function isFlat({ kind, ratio }: Flatness): boolean {
  return kind === "rate" ? ratio >= flat.rateMin : ratio <= flat.costMax;
}

function flatSection(found: readonly Flatness[]): Section {
  const table = {
    title: "Flat where it should be flat",
    explanation:
      `The figure at the largest point of an axis beside that at the smallest; flat is a rate of at least ${flat.rateMin} and a cost of ` +
      `at most ${flat.costMax}. Better than the first is flat.`,
    columns: ["what", "from", "to", "ratio", ""],
    rows: found.map((one) => [
      one.what,
      one.from,
      one.to,
      figure(one.ratio, 2),
      isFlat(one) ? "flat" : "NOT FLAT",
    ]),
  };
  return { key: "flat", tables: [table], goals: [], figures: found };
}

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(options.folder, "latchkey-curve-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const machine = describeMachine(folder);
  const latchkey = await installLatchkey(folder, usersCount, progress);
  const driver = stack.use(new Driver());
  const sections: Section[] = [];
  const flatness: Flatness[] = [];
  for (const name of options.names) {
    progress(`== ${name}`);
    // An axis' databases go before the next one's are made, so that the disk holds one axis at a time.
    const own = mkdtempSync(join(folder, `${name}-`));
    const result = await axes[name]?.({
      driver,
      folder: own,
      latchkey,
      isQuick: options.quick,
      progress,
    });
    rmSync(own, { recursive: true, force: true });
    if (result === undefined) continue;
    sections.push(result.section);
    flatness.push(...result.flatness);
  }
  const all = flatness.length === 0 ? sections : [...sections, flatSection(flatness)];
  process.stdout.write(options.markdown ? asMarkdown(machine, all) : asText(machine, all));
  if (options.json !== undefined) {
    const figures = Object.fromEntries(all.map((section) => [section.key, section.figures]));
    writeFileSync(options.json, `${JSON.stringify({ machine, ...figures }, undefined, 2)}\n`);
  }
}

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
try {
  await run();
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe benchmark failed, its figures would be worth nothing.\n${text}\n`);
  process.exitCode = 1;
}
