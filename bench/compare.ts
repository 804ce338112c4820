import { appendFileSync, cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { launchFlagsOf, launchVariablesOf } from "../test/support/launch-flags.ts";
import { hasReleasedProgram, releasedProgram } from "../test/support/released-program.ts";
import { Driver } from "./drive.ts";
import { progress, runAsProgram, runFolder, writeFigures } from "./frame.ts";
import type { Latchkey } from "./latchkey.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { chosenNames, commonOptions } from "./options.ts";
import { asMarkdown, asText, figure, range, type Section } from "./report.ts";
import { authorizationPath, type BenchClient } from "./requests.ts";
import { type Measure, type Pace, ratioOf, takeTurns } from "./rotation.ts";
import { planFor, plansOf, type Round, type RoundName, rounds } from "./rounds.ts";
import type { UserPlan } from "./scripts.ts";
import { alike, usersCount } from "./sections/context.ts";
import { flowPlan } from "./sections/flow.ts";
import { type Start, startOnce } from "./sections/start-up.ts";
import { type Spread, spreadOf } from "./statistics.ts";
import { startTarget, type TargetPlan } from "./target.ts";

const parts = ["flow", "openid", "userinfo", "page", "page-gzip", "start"];
const roundNames = Object.keys(rounds) as readonly RoundName[];

const usage = `npm run bench:compare -- [--with DIR] [--quick] [--only PART,…] [--record NAME] [--markdown] [--json FILE] [--folder DIR]

Measures this checkout in turns with release 0.1.0, which it takes from the history of the repository.

  --with DIR   another checkout of this repository beside them, with its dependencies installed
  --quick      fewer turns: good for a first look only
  --only       some of ${parts.join(", ")}; or rounds: ${roundNames.join(", ")}
  --set NAME=VALUE  a setting for this checkout alone; may be repeated
  --markdown   print Markdown
  --record NAME  add the ratios to bench/HISTORY.md under this name
  --json FILE  also write every figure to FILE
  --folder DIR where databases lie while it runs (default: the system's folder for temporary files)
`;

/** Many short turns, so that other load on the machine falls on all servers alike. */
const full: Pace = {
  rotations: 40,
  sliceMilliseconds: 250,
  warmUpRounds: 25_000,
  warmUpMillisecondsMax: 8_000,
};
const quick: Pace = { ...full, rotations: 12, warmUpMillisecondsMax: 3_000 };
const idleMilliseconds = 2_000;
const releasedName = "0.1.0";

/** What 16 users do in the turns of a part that needs no preparation. */
const loads: Readonly<Record<string, (latchkey: Released) => readonly UserPlan[]>> = {
  flow: ({ client, users }) => users.map((user) => flowPlan(client, user)),
  openid: ({ openidClient, users }) => users.map((user) => flowPlan(openidClient, user)),
  userinfo: ({ users }) => users.map(({ tokens }) => ({ kind: "userinfo", tokens })),
  page: ({ client }) => alike(usersCount, { kind: "get", path: authorizationPath(client) }),
  "page-gzip": ({ client }) =>
    alike(usersCount, { kind: "get", path: authorizationPath(client), acceptEncoding: "gzip" }),
};

/** An installation as 0.1.0 makes it, whose ID tokens are signed with RS256. */
interface Released extends Pick<Latchkey, "plan" | "client" | "users"> {
  readonly openidClient: BenchClient;
}

/** Servers on copies of one installation: 0.1.0, the same again, which differs by the noise alone, the other checkout, and this one. */
async function installedPlans(
  folders: { readonly released: string; readonly other: string | undefined; readonly data: string },
  own: Readonly<Record<string, string>>,
): Promise<{ readonly latchkey: Released; readonly plans: readonly TargetPlan[] }> {
  const { released, other, data: folder } = folders;
  const { installLatchkey } = (await import(pathToFileURL(join(released, "bench/latchkey.ts")).href)) as {
    readonly installLatchkey: (
      folder: string,
      usersCount: number,
      progress: (line: string) => void,
    ) => Promise<Released>;
  };
  const latchkey = await installLatchkey(folder, usersCount, progress);
  const copyOf = (
    name: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): TargetPlan => {
    const dataDir = join(folder, name.replaceAll(" ", "-"));
    cpSync(join(folder, "latchkey"), dataDir, { recursive: true });
    return {
      name,
      args,
      env: { ...latchkey.plan.env, LATCHKEY_DATA_DIR: dataDir, ...more },
      logFile: `${dataDir}.log`,
    };
  };
  const copyFor = (name: string, checkout: string, more: Readonly<Record<string, string>> = {}) => {
    const bin = join(checkout, "bin/latchkey.js");
    return copyOf(name, [...launchFlagsOf(bin), bin, "serve"], { ...launchVariablesOf(bin), ...more });
  };
  const { args } = latchkey.plan;
  return {
    latchkey,
    plans: [
      copyOf(releasedName, args),
      copyOf(`${releasedName} again`, args),
      ...(other === undefined ? [] : [copyFor("the other", other)]),
      copyFor("this", fileURLToPath(new URL("..", import.meta.url)), own),
    ],
  };
}

function roundNamed(name: string): Round | undefined {
  return roundNames.some((known) => known === name) ? rounds[name as RoundName] : undefined;
}

async function measureLoad(
  name: string,
  latchkey: Released,
  plans: readonly TargetPlan[],
  { driver, pace }: { readonly driver: Driver; readonly pace: Pace },
): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const round = roundNamed(name);
  const missing = round?.newSince010;
  const contenders = [];
  for (const plan of plans) {
    if (missing !== undefined && plan.name.startsWith(releasedName)) continue;
    const target = stack.use(await startTarget(round ? planFor(round, plan) : plan));
    const users = round
      ? await plansOf(round, { ...latchkey, plan, target })
      : (loads[name]?.(latchkey) ?? []);
    contenders.push({ target, groups: [{ users }] });
  }
  const measures = await takeTurns(driver, contenders, pace, () => undefined);
  const base = measures.find((measure) => measure.name === releasedName);
  const other = measures.find((measure) => measure.name === "the other");
  return {
    key: name,
    tables: [
      {
        title: round?.title ?? name,
        explanation: `${missing === undefined ? "" : `${releasedName} has no ${missing}. `}${usersCount} users in a closed loop, ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios within each rotation.`,
        columns: ["checkout", "a second (min–max)", ...ratiosTo, "CPU ms each", ...ratiosTo, "peak MB"],
        rows: measures.map((measure) => rowOf(measure, [base, other])),
      },
    ],
    goals: [],
    figures: measures,
  };
}

const ratiosTo = ["× 0.1.0", "× the other"] as const;

function rowOf(measure: Measure, bases: readonly (Measure | undefined)[]): readonly string[] {
  const [group] = measure.groups;
  const cpu = measure.cpuMillisecondsPerRound ?? Number.NaN;
  return [
    measure.name,
    group === undefined ? "" : range(group.perSecond, 0),
    ...bases.map((base) => (base === undefined ? "" : figure(ratioOf(group, base.groups[0]).median, 3))),
    figure(cpu, 4),
    ...bases.map((base) =>
      base === undefined ? "" : figure(cpu / (base.cpuMillisecondsPerRound ?? Number.NaN), 3),
    ),
    figure(measure.peakMegabytes, 0),
  ];
}

async function measureStarts(plans: readonly TargetPlan[], times: number): Promise<Section> {
  const starts = plans.map((): Start[] => []);
  // The first start of each fills the compile cache and is not counted.
  for (const plan of plans) await startOnce(plan, 0);
  for (let round = 0; round < times; round += 1)
    for (let turn = 0; turn < plans.length; turn += 1) {
      const index = (round + turn) % plans.length;
      const plan = plans[index];
      if (plan !== undefined) starts[index]?.push(await startOnce(plan, idleMilliseconds));
    }
  const measures = plans.map(({ name }, index) => {
    const own = starts[index] ?? [];
    return {
      name,
      milliseconds: spreadOf(own.map((start) => start.milliseconds)),
      ratio: ratioWithin(own, starts[0] ?? []),
      idleMegabytes: spreadOf(own.map((start) => start.idleMegabytes ?? Number.NaN)),
    };
  });
  return {
    key: "start",
    tables: [
      {
        title: "start",
        explanation: `From spawning the process to the answer 200 of /livez, ${times} times in turns; resident memory ${idleMilliseconds} ms later.`,
        columns: ["checkout", "first answer ms (min–max)", ratiosTo[0], "idle MB (min–max)"],
        rows: measures.map(({ name, milliseconds, ratio, idleMegabytes }) => [
          name,
          range(milliseconds, 0),
          figure(ratio.median, 3),
          range(idleMegabytes, 1),
        ]),
      },
    ],
    goals: [],
    figures: measures,
  };
}

function ratioWithin(starts: readonly Start[], base: readonly Start[]): Spread {
  return spreadOf(
    starts.map(({ milliseconds }, round) => milliseconds / (base[round]?.milliseconds ?? Number.NaN)),
  );
}

async function run(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      ...commonOptions,
      with: { type: "string" },
      set: { type: "string", multiple: true },
      record: { type: "string" },
    },
  });
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  if (!hasReleasedProgram())
    throw new Error(`Release 0.1.0 is not in this clone. \`git fetch --unshallow\` brings it.`);
  const names =
    options.only === undefined ? parts : chosenNames([...parts, ...roundNames], options.only, "part");
  await using stack = new AsyncDisposableStack();
  const folder = runFolder(options.folder);
  const machine = describeMachine(folder);
  const released = stack.use(await releasedProgram());
  const other = options.with === undefined ? undefined : resolve(options.with);
  const folders = { released: released.folder, other, data: folder };
  const { latchkey, plans } = await installedPlans(folders, settingsIn(options.set));
  const driver = stack.use(new Driver());
  const pace = options.quick ? quick : full;
  const done: Section[] = [];
  for (const name of names) {
    progress(`== ${name}`);
    done.push(
      name === "start"
        ? await measureStarts(plans, options.quick ? 5 : 11)
        : await measureLoad(name, latchkey, plans, { driver, pace }),
    );
  }
  process.stdout.write(options.markdown ? asMarkdown(machine, done) : asText(machine, done));
  if (options.json !== undefined) writeFigures(options.json, machine, options.quick, done);
  if (options.record !== undefined) record(options.record, machine, done);
}

/** Adds a line for each part to the history. Only ratios within one run can be compared with those of other days. */
function record(name: string, machine: Machine, sections: readonly Section[]): void {
  const today = new Date().toISOString().slice(0, 10);
  const { cpu, fdatasyncMicroseconds, loadBefore } = machine;
  const place = `${cpu}, fdatasync ${figure(fdatasyncMicroseconds, 0)} µs, load ${figure(loadBefore, 1)}`;
  const lines = sections.map(({ key, tables: [table] }) => {
    const { columns = [], rows = [] } = table ?? {};
    const row = rows.find(([checkout]) => checkout === "this") ?? [];
    const [rate, cpuRatio] = [columns.indexOf(ratiosTo[0]), columns.lastIndexOf(ratiosTo[0])];
    const ratios = [row[rate], cpuRatio === rate ? "" : row[cpuRatio]];
    return `| ${[today, name, key, ...ratios, row.at(-1), place].join(" | ")} |\n`;
  });
  appendFileSync(new URL("HISTORY.md", import.meta.url), lines.join(""));
}

/** `NAME=VALUE` by name. */
function settingsIn(words: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]),
  );
}

await runAsProgram(run);
