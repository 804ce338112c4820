import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Driver } from "./drive.ts";
import { createClient, installLatchkey } from "./latchkey.ts";
import { describeMachine } from "./machine.ts";
import { asMarkdown, asText, figure, type Goal, type Section, type Table } from "./report.ts";
import { usersCount } from "./sections/context.ts";
import { type LoadResult, runLoad } from "./soak/load.ts";
import { judged, lineThrough, lookAt, type Sample, sparkline, type Watched } from "./soak/samples.ts";
import { lifetimes, Stage } from "./soak/stage.ts";
import { percentile, pooled, spreadOf } from "./statistics.ts";
import { startTarget, type Target } from "./target.ts";

const usage = `npm run bench:soak -- [--minutes 30] [--per-second 40] [--markdown] [--json FILE] [--folder DIR]

  --minutes     how long the load goes on, 1 or more (default 30)
  --per-second  how many acts begin every second, 1 to 200 (default 40)
  --markdown    print Markdown
  --json FILE   also write every sample to FILE
  --folder DIR  where database and log lie while it runs (default: the system's folder for temporary files)
`;

const sampleMilliseconds = 10_000;
const livezMilliseconds = 100;

/**
 * What the line through the judged samples may rise by: `perHour`, or `atLeast` over the whole of it where that is more, since a
 * short run cannot tell a slope from the coming and going of garbage.
 */
const bounds: Readonly<
  Partial<
    Record<Watched, { readonly perHour: number; readonly atLeast: number; readonly minutesMin: number }>
  >
> = {
  residentMegabytes: { perHour: 24, atLeast: 20, minutesMin: 3 },
  descriptors: { perHour: 12, atLeast: 6, minutesMin: 3 },
  threads: { perHour: 2, atLeast: 1, minutesMin: 3 },
  // A spent code is remembered for eight minutes here, and a counter of tries drains within twenty: until then the file may grow.
  databaseMegabytes: { perHour: 4, atLeast: 1, minutesMin: 25 },
};

const names: Readonly<Record<Watched, string>> = {
  residentMegabytes: "resident MB",
  descriptors: "open descriptors",
  threads: "threads",
  databaseMegabytes: "database and log MB",
  livezP50: "/livez p50 ms",
  livezP99: "/livez p99 ms",
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "30" },
      "per-second": { type: "string", default: "40" },
      markdown: { type: "boolean", default: false },
      json: { type: "string" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 1)) throw new Error("--minutes must be a number, 1 or greater.");
  const perSecond = Number(values["per-second"]);
  if (!(perSecond >= 1 && perSecond <= 200)) throw new Error("--per-second must be a number from 1 to 200.");
  return { ...values, minutes, perSecond };
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Looks at the server every ten seconds until the signal. */
async function takeSamples(
  driver: Driver,
  target: Target,
  databaseFile: string,
  signal: AbortSignal,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  while (!signal.aborted) {
    const askedAt = performance.now();
    const burst = await driver.run({
      url: target.url,
      pids: target.pids,
      milliseconds: livezMilliseconds,
      groups: [{ users: [{ kind: "get", path: "/livez" }] }],
    });
    let latencies = pooled(burst.groups.map((group) => group.latencies[0] ?? new Float64Array()));
    // The driver counts what is answered in time; where nothing was, the one answer took as long as the whole burst.
    if (latencies.length === 0) latencies = Float64Array.of(performance.now() - askedAt);
    const sample = {
      seconds: (performance.now() - startedAt) / 1000,
      ...lookAt(target.pids, databaseFile),
      livezP50: percentile(latencies, 0.5),
      livezP99: percentile(latencies, 0.99),
    };
    samples.push(sample);
    if (samples.length % 6 === 1)
      progress(
        `${figure(sample.seconds / 60, 0)} min: ${figure(sample.residentMegabytes, 0)} MB, ${figure(sample.descriptors, 0)} descriptors, database ${figure(sample.databaseMegabytes, 1)} MB`,
      );
    const nextAt = startedAt + samples.length * sampleMilliseconds;
    await wait(Math.max(0, nextAt - performance.now()), undefined, { signal }).catch(() => undefined);
  }
  return samples;
}

function sampleTable(samples: readonly Sample[], minutes: number): Table {
  const unjudged = (Object.keys(names) as Watched[]).filter(
    (which) => minutes < (bounds[which]?.minutesMin ?? 0),
  );
  return {
    title: "What the server held",
    explanation:
      "Every ten seconds; the slope is that of the straight line through the last two thirds. The picture goes from the lowest to " +
      `the highest value of its row.${unjudged.length === 0 ? "" : ` Too short to judge: ${unjudged.map((which) => names[which]).join(", ")}.`}`,
    columns: ["figure", "first", "median", "max", "last", "slope per hour", "course"],
    rows: (Object.keys(names) as Watched[]).map((which) => {
      const values = samples.flatMap((sample) => sample[which] ?? []);
      const digits = which === "descriptors" || which === "threads" ? 0 : 1;
      const { median, max } = spreadOf(values);
      const line = lineThrough(judged(samples), which);
      return [
        names[which],
        figure(values[0], digits),
        figure(median, digits),
        figure(max, digits),
        figure(values.at(-1), digits),
        figure(line?.perHour, 1),
        sparkline(values, 40),
      ];
    }),
  };
}

function loadTable({ tallies }: LoadResult, minutes: number, perSecond: number): Table {
  return {
    title: "What was done",
    explanation:
      `${figure(perSecond, 0)} acts a second for ${figure(minutes, 0)} minutes, most of several requests; tokens live ${lifetimes.token} s, ` +
      `sessions ${lifetimes.session} s. "Not possible" is an act for which nobody was free or no token had the right age.`,
    columns: ["act", "done", "not possible", "wrong"],
    rows: Object.entries(tallies).map(([kind, { done, passed, wrong }]) => [
      kind,
      figure(done, 0),
      figure(passed, 0),
      figure(wrong, 0),
    ]),
  };
}

function goalsOf(samples: readonly Sample[], result: LoadResult, minutes: number): readonly Goal[] {
  const goals: Goal[] = [
    { what: "wrong answers", wanted: "0", measured: figure(result.wrong, 0), isMet: result.wrong === 0 },
  ];
  const part = judged(samples);
  const hours = ((part.at(-1)?.seconds ?? 0) - (part[0]?.seconds ?? 0)) / 3600;
  for (const which of Object.keys(names) as Watched[]) {
    const bound = bounds[which];
    const line = lineThrough(part, which);
    if (bound === undefined || line === undefined) continue;
    if (minutes < bound.minutesMin) continue;
    const riseMax = Math.max(bound.atLeast, bound.perHour * hours);
    goals.push({
      what: `${names[which]}, rise over the last two thirds`,
      wanted: `≤ ${figure(riseMax, 1)}`,
      measured: figure(line.rise, 1),
      isMet: line.rise <= riseMax,
    });
  }
  return goals;
}

async function run(): Promise<boolean> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return true;
  }
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(options.folder, "latchkey-soak-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const machine = describeMachine(folder);
  const { plan, client, users } = await installLatchkey(folder, usersCount, progress);
  const refreshClient = {
    ...(await createClient(plan.env, ["--openid", "--refresh"])),
    scope: "openid",
  } as const;
  const env = {
    ...plan.env,
    LATCHKEY_CODE_LIFETIME_SECONDS: String(lifetimes.code),
    LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS: String(lifetimes.token),
    LATCHKEY_SESSION_LIFETIME_SECONDS: String(lifetimes.session),
    LATCHKEY_TRUSTED_PROXIES: "127.0.0.1",
  };
  const target = stack.use(await startTarget({ ...plan, env }));
  const driver = stack.use(new Driver());
  const stage = new Stage({ url: target.url, client, refreshClient, users });
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), options.minutes * 60_000);
  const databaseFile = join(plan.env.LATCHKEY_DATA_DIR ?? folder, "latchkey.db");
  const sampling = takeSamples(driver, target, databaseFile, ending.signal);
  sampling.catch(() => ending.abort());
  const result = await runLoad(stage, options.perSecond, ending.signal);
  clearTimeout(timer);
  ending.abort();
  const samples = await sampling;
  for (const failure of result.failures) progress(`WRONG: ${failure}\n`);
  const section: Section = {
    key: "soak",
    tables: [loadTable(result, options.minutes, options.perSecond), sampleTable(samples, options.minutes)],
    goals: goalsOf(samples, result, options.minutes),
    figures: { samples, ...result },
  };
  process.stdout.write(options.markdown ? asMarkdown(machine, [section]) : asText(machine, [section]));
  if (options.json !== undefined) {
    const { goals, figures } = section;
    writeFileSync(options.json, `${JSON.stringify({ machine, goals, figures }, undefined, 2)}\n`);
  }
  return section.goals.every(({ isMet }) => isMet);
}

process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
try {
  process.exitCode = (await run()) ? 0 : 1;
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe soak failed.\n${text}\n`);
  process.exitCode = 1;
}
