import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fixture, fixtureVariable } from "../floor/listen.ts";
import { flashOf, type RecordedStep, stepsVariable } from "../floor/recorded-step.ts";
import { sealVisit } from "../floor/sealed-visit.ts";
import { recordedHeaders } from "../floors.ts";
import { oneRequest } from "../one-request.ts";
import { figure, percent, range, type Section } from "../report.ts";
import { type Contender, type Latency, type Measure, type Pace, ratioOf, takeTurns } from "../rotation.ts";
import { type RoundPlan, RoundScript, type Step } from "../round-script.ts";
import { type Place, planFor, plansOf, type Round, type RoundName, rounds } from "../rounds.ts";
import { startTarget, type TargetPlan } from "../target.ts";
import { type Context, paceOf, usersCount } from "./context.ts";

const full = { rotations: 10, sliceMilliseconds: 800, warmUpRounds: 40_000, warmUpMillisecondsMax: 5_000 };
const quick = { rotations: 3, sliceMilliseconds: 300, warmUpRounds: 200, warmUpMillisecondsMax: 300 };

/** A server of others that does the work of a round in its own way, for the people of a place; the stack stops it. */
export type Rival = (context: Context, place: Place, stack: AsyncDisposableStack) => Promise<Contender>;

/** The section of a row: its rounds at Latchkey, and the same requests at its floor; perhaps also a server of others. */
export function roundSection(
  name: RoundName,
  ...rivals: readonly Rival[]
): (context: Context) => Promise<Section> {
  return async (context) => {
    await using stack = new AsyncDisposableStack();
    const round: Round = rounds[name];
    const { latchkey, driver, progress } = context;
    const target = stack.use(await startTarget(planFor(round, latchkey.plan)));
    const place = { ...latchkey, target };
    const [first, ...others] = await plansOf(round, place);
    if (first === undefined) throw new Error("A round needs users.");
    const { steps, plan } = await recordRound(target.url, first);
    const users = [plan, ...others];
    const floor = stack.use(await startTarget(floorOf(context, name, steps, plan)));
    const contenders: Contender[] = [
      { target, groups: [{ users }] },
      { target: floor, groups: [{ users: users.map(withOwnVisit) }] },
    ];
    for (const rival of rivals) contenders.push(await rival(context, place, stack));
    const pace = paceOf(context, full, quick);
    const measures = await takeTurns(driver, contenders, pace, progress);
    return {
      key: name,
      tables: [tableOf(round, measures, pace)],
      goals: goalsOf(round, measures),
      figures: measures,
    };
  };
}

/** The plan at the floor, which opens no seal of Latchkey's. */
function withOwnVisit(plan: RoundPlan, user: number): RoundPlan {
  const cookies = Object.entries(plan.cookies).map(([name, value]) => [
    name,
    name.endsWith("-visit") ? sealVisit(user, value) : value,
  ]);
  return { ...plan, cookies: Object.fromEntries(cookies) };
}

function floorOf(
  { folder, fixture }: Context,
  name: RoundName,
  steps: readonly RecordedStep[],
  { values }: RoundPlan,
): TargetPlan {
  const own = join(folder, `floor-${name}`);
  mkdirSync(own);
  const stepsFile = join(own, "steps.json");
  writeFileSync(stepsFile, JSON.stringify(steps));
  const known: Fixture = { ...fixture, clientSecret: values.client_secret ?? "", folder: own };
  return {
    name: "its floor",
    args: [fileURLToPath(new URL("../floor/round.ts", import.meta.url))],
    env: { [fixtureVariable]: JSON.stringify(known), [stepsVariable]: stepsFile },
    logFile: join(own, "output.log"),
  };
}

/** Does one round: what was asked and what was answered, and the plan to go on with. */
export async function recordRound(
  url: string,
  plan: RoundPlan,
): Promise<{ readonly steps: readonly RecordedStep[]; readonly plan: RoundPlan }> {
  const script = new RoundScript(plan, new URL(url).host);
  const steps: RecordedStep[] = [];
  let request: string | undefined = script.first();
  for (const { send, floor: work = {} } of plan.steps) {
    if (request === undefined) throw new Error("The round ended early.");
    const [, method = "", path = ""] = /^(\w+) ([^ ?]+)/.exec(request) ?? [];
    const response = await oneRequest(url, request);
    const flash = flashOf(request);
    request = script.next(response);
    const { status, body } = response;
    const [field] = send !== "redirect" && "submit" in send ? Object.keys(send.submit) : [];
    const headers = recordedHeaders(response);
    steps.push({
      method,
      path,
      ...(field !== undefined && { field }),
      ...(flash !== undefined && { flash }),
      status,
      headers,
      body: `${body}`,
      work,
    });
  }
  return { steps, plan: script.plan };
}

function overFloor([ours, floor]: readonly Measure[]): number {
  return (ours?.cpuMillisecondsPerRound ?? Number.NaN) / (floor?.cpuMillisecondsPerRound ?? Number.NaN) - 1;
}

function tableOf(round: Round, measures: readonly Measure[], pace: Pace): Section["tables"][number] {
  return {
    title: "Rounds beside their floors",
    explanation:
      `${usersCount} users in a closed loop. A floor is sent the same requests over as many connections and answers with the same bytes; the ` +
      `second table says what else it does. ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios within each rotation.`,
    columns: [
      "round",
      "server",
      "a second (min–max)",
      "ratio to the floor",
      "CPU ms each",
      "CPU over the floor",
      "a second and core",
      "request",
      "p50 ms",
      "p99 ms",
      "peak MB",
    ],
    rows: measures.map((measure, index) => rowOf(round, measure, { measures, isFloor: index > 0 })),
  };
}

function rowOf(
  round: Round,
  measure: Measure,
  { measures, isFloor }: { readonly measures: readonly Measure[]; readonly isFloor: boolean },
): readonly string[] {
  const [group] = measure.groups;
  const latency = watchedLatency(round, measure);
  const cpu = measure.cpuMillisecondsPerRound;
  return [
    round.title,
    measure.name,
    group === undefined ? "" : range(group.perSecond, 0),
    range(ratioOf(group, measures[1]?.groups[0]), 2),
    figure(cpu, 3),
    isFloor ? "" : percent(overFloor(measures)),
    figure(cpu === undefined ? undefined : 1_000 / cpu, 0),
    round.watched,
    figure(latency?.p50, 2),
    figure(latency?.p99, 2),
    figure(measure.peakMegabytes, 0),
  ];
}

function goalsOf(round: Round, measures: readonly Measure[]): Section["goals"] {
  const { title, cpuOverFloorMax, p99MillisecondsMax } = round;
  const goals: Section["goals"][number][] = [];
  if (cpuOverFloorMax !== undefined) {
    const over = overFloor(measures);
    goals.push({
      what: `${title.toLowerCase()}, CPU over its floor`,
      wanted: `≤ ${percent(cpuOverFloorMax)}`,
      measured: `${figure(over * 100, 1)} %`,
      isMet: over <= cpuOverFloorMax,
    });
  }
  if (p99MillisecondsMax !== undefined) {
    const { p99 = Number.NaN } = watchedLatency(round, measures[0]) ?? {};
    goals.push({
      what: `${title.toLowerCase()}, p99`,
      wanted: `< ${p99MillisecondsMax} ms`,
      measured: `${figure(p99, 2)} ms`,
      isMet: p99 < p99MillisecondsMax,
    });
  }
  return goals;
}

function watchedLatency({ steps, watched }: Round, measure: Measure | undefined): Latency | undefined {
  return measure?.groups[0]?.latencies[steps.findIndex(({ name }) => name === watched)];
}

/** What a round is and what its floor does, in words. */
export function describeRounds(names: readonly RoundName[]): Section {
  const table = {
    title: "What the rounds and their floors do",
    explanation:
      "Every floor also reads query or form, checks the client's secret, and answers with the same bytes.",
    columns: ["round", "its requests", "the floor"],
    rows: names.map((name) => {
      const round: Round = rounds[name];
      return [round.title, round.steps.map(asked).join("; "), round.floor];
    }),
  };
  return { key: "rounds", tables: [table], goals: [], figures: undefined };
}

function asked({ send, isOnNewConnection }: Step): string {
  const isNew = isOnNewConnection ? ", new connection" : "";
  if (send === "redirect") return `GET of where it leads${isNew}`;
  if ("get" in send) return `GET ${send.get.split("?", 1)}${isNew}`;
  if ("post" in send) return `POST ${send.post}${isNew}`;
  return `POST of the form with ${Object.keys(send.submit).join(" and ")}${isNew}`;
}
