import { setTimeout as wait } from "node:timers/promises";
import { oneRequest } from "../one-request.ts";
import { residentMegabytes } from "../processes.ts";
import { figure, range, type Section } from "../report.ts";
import { getRequest } from "../requests.ts";
import { type Spread, spreadOf } from "../statistics.ts";
import { startTarget, type TargetPlan } from "../target.ts";
import { type Context, planOf } from "./context.ts";

const wantedMilliseconds = 300;
const wantedMegabytes = 90;

/** What one start took. */
export interface Start {
  readonly milliseconds: number;
  readonly idleMegabytes: number | undefined;
}

interface StartMeasure {
  readonly name: string;
  readonly milliseconds: Spread;
  readonly idleMegabytes: Spread;
}

/** The time from the start of the process to the first answer, and its idle memory. */
export async function measureStartUp(context: Context): Promise<Section> {
  const bare = planOf(context, "constant");
  const plans: readonly TargetPlan[] = [context.latchkey.plan, bare];
  const times = context.isQuick ? 3 : 9;
  const idleMilliseconds = context.isQuick ? 300 : 1_000;
  const starts = plans.map((): Start[] => []);
  for (let round = 0; round < times; round += 1) {
    context.progress(`start ${round + 1} of ${times}`);
    for (const [index, plan] of plans.entries()) starts[index]?.push(await startOnce(plan, idleMilliseconds));
  }
  const measures = plans.map((plan, index): StartMeasure => {
    const own = starts[index] ?? [];
    return {
      name: plan.name,
      milliseconds: spreadOf(own.map((start) => start.milliseconds)),
      idleMegabytes: spreadOf(own.map((start) => start.idleMegabytes ?? Number.NaN)),
    };
  });
  return {
    key: "start-up",
    tables: [
      {
        title: "Start",
        explanation:
          `From spawning the process, with an existing database, to the answer 200 of /livez, ${times} times in turns; ` +
          `resident memory ${idleMilliseconds} ms later.`,
        columns: ["server", "first answer ms (min–max)", "idle MB (min–max)"],
        rows: measures.map((measure) => [
          measure.name,
          range(measure.milliseconds, 0),
          range(measure.idleMegabytes, 0),
        ]),
      },
    ],
    goals: goalsOf(measures[0]),
    figures: measures,
  };
}

/** Starts the server, waits for its first answer and then for `idleMilliseconds`, and stops it. */
export async function startOnce(plan: TargetPlan, idleMilliseconds: number): Promise<Start> {
  const startedAt = performance.now();
  await using target = await startTarget(plan);
  const answer = await oneRequest(target.url, getRequest("/livez", new URL(target.url).host));
  const milliseconds = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`${plan.name} is not alive: ${answer.head}`);
  await wait(idleMilliseconds);
  return { milliseconds, idleMegabytes: residentMegabytes(target.pids, "now") };
}

function goalsOf(measure: StartMeasure | undefined): Section["goals"] {
  const milliseconds = measure?.milliseconds.median ?? Number.NaN;
  const megabytes = measure?.idleMegabytes.median ?? Number.NaN;
  return [
    {
      what: "start to first answer",
      wanted: `< ${wantedMilliseconds} ms`,
      measured: `${figure(milliseconds, 0)} ms`,
      isMet: milliseconds < wantedMilliseconds,
    },
    {
      what: "idle memory",
      wanted: `< ${wantedMegabytes} MB`,
      measured: `${figure(megabytes, 1)} MB`,
      isMet: megabytes < wantedMegabytes,
    },
  ];
}
