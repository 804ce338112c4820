import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Driver } from "./drive.ts";
import { progress, runAsProgram, runFolder, writeFigures } from "./frame.ts";
import type { installLatchkey, Latchkey } from "./latchkey.ts";
import { describeMachine } from "./machine.ts";
import { chosenNames, commonOptions } from "./options.ts";
import { asMarkdown, asText, figure, range, type Section } from "./report.ts";
import { type Measure, type Pace, ratioOf, takeTurns } from "./rotation.ts";
import { authorizationPath, type UserPlan } from "./scripts.ts";
import { alike, usersCount } from "./sections/context.ts";
import { flowPlan } from "./sections/flow.ts";
import { type Start, startOnce } from "./sections/start-up.ts";
import { type Spread, spreadOf } from "./statistics.ts";
import { startTarget, type TargetPlan } from "./target.ts";

const usage = `npm run bench:compare -- --with DIR [--quick] [--only PART,…] [--markdown] [--json FILE] [--folder DIR]

  --with DIR   the other checkout of this repository, with its dependencies installed
  --quick      fewer turns: good for a first look only
  --only       some of flow, openid, userinfo, page, page-gzip, start
  --set NAME=VALUE  a setting for this checkout alone; may be repeated
  --markdown   print Markdown
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

/** What 16 users do in the turns of a part. */
const loads: Readonly<Record<string, (latchkey: Latchkey) => readonly UserPlan[]>> = {
  flow: ({ client, users }) => users.map((user) => flowPlan(client, user)),
  openid: ({ openidClients, users }) => users.map((user) => flowPlan(openidClients.ES256, user)),
  userinfo: ({ users }) => users.map(({ tokens }) => ({ kind: "userinfo", tokens })),
  page: ({ client }) => alike(usersCount, { kind: "get", path: authorizationPath(client) }),
  "page-gzip": ({ client }) =>
    alike(usersCount, { kind: "get", path: authorizationPath(client), acceptEncoding: "gzip" }),
};

const parts = [...Object.keys(loads), "start"];

/** Three servers: the other checkout, the same checkout again, and this one. The first two differ by the noise alone. */
async function plansOf(
  otherFolder: string,
  folder: string,
  own: Readonly<Record<string, string>>,
): Promise<{ readonly latchkey: Latchkey; readonly plans: readonly TargetPlan[] }> {
  const theirs = (await import(pathToFileURL(join(otherFolder, "bench/latchkey.ts")).href)) as {
    readonly installLatchkey: typeof installLatchkey;
  };
  const latchkey = await theirs.installLatchkey(folder, usersCount, progress);
  const bin = fileURLToPath(new URL("../bin/latchkey.js", import.meta.url));
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
  const { args } = latchkey.plan;
  return {
    latchkey,
    plans: [copyOf("the other", args), copyOf("the other again", args), copyOf("this", [bin, "serve"], own)],
  };
}

async function measureLoad(
  name: string,
  latchkey: Latchkey,
  plans: readonly TargetPlan[],
  { driver, pace }: { readonly driver: Driver; readonly pace: Pace },
): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const users = loads[name]?.(latchkey) ?? [];
  const contenders = [];
  for (const plan of plans)
    contenders.push({ target: stack.use(await startTarget(plan)), groups: [{ users }] });
  const measures = await takeTurns(driver, contenders, pace, () => undefined);
  const [base] = measures;
  return {
    key: name,
    tables: [
      {
        title: name,
        explanation: `${usersCount} users in a closed loop, ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios within each rotation.`,
        columns: ["checkout", "a second (min–max)", "ratio", "CPU ms each", "ratio", "peak MB"],
        rows: measures.map((measure) => rowOf(measure, base)),
      },
    ],
    goals: [],
    figures: measures,
  };
}

function rowOf(measure: Measure, base: Measure | undefined): readonly string[] {
  const [group] = measure.groups;
  const cpu = measure.cpuMillisecondsPerRound ?? Number.NaN;
  return [
    measure.name,
    group === undefined ? "" : range(group.perSecond, 0),
    figure(ratioOf(group, base?.groups[0]).median, 3),
    figure(cpu, 4),
    figure(cpu / (base?.cpuMillisecondsPerRound ?? Number.NaN), 3),
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
        columns: ["checkout", "first answer ms (min–max)", "ratio", "idle MB (min–max)"],
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
    options: { ...commonOptions, with: { type: "string" }, set: { type: "string", multiple: true } },
  });
  if (options.help || options.with === undefined) {
    process.stdout.write(usage);
    process.exitCode = options.help ? 0 : 1;
    return;
  }
  const names = chosenNames(parts, options.only, "part");
  await using stack = new AsyncDisposableStack();
  const folder = runFolder(options.folder);
  const machine = describeMachine(folder);
  const { latchkey, plans } = await plansOf(resolve(options.with), folder, settingsIn(options.set));
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
}

/** `NAME=VALUE` by name. */
function settingsIn(words: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]),
  );
}

await runAsProgram(run);
