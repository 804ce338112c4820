import { oneRequest } from "../one-request.ts";
import { figure, percent, range, type Section } from "../report.ts";
import { type Contender, type Measure, ratioOf, takeTurns } from "../rotation.ts";
import { scriptOf, type UserPlan } from "../scripts.ts";
import { type Context, latchkeyContender, paceOf, startFloor, usersCount } from "./context.ts";

const full = { rotations: 15, sliceMilliseconds: 400, warmUpRounds: 25_000, warmUpMillisecondsMax: 4_000 };
const quick = { rotations: 5, sliceMilliseconds: 300, warmUpRounds: 10_000, warmUpMillisecondsMax: 900 };
const wantedRatio = 0.6;

/** One kind of look-up: who asks, and how many bytes of body each contender answers. */
interface LookUp {
  readonly name: string;
  readonly contenders: readonly Contender[];
  readonly bodyBytes: readonly number[];
}

/** What became of a contender's look-ups, beside the floor of the same kind. */
interface Result {
  readonly lookUp: LookUp;
  readonly measures: readonly Measure[];
}

/** Looking tokens up: userinfo and introspection. */
export async function measureLookUp(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const { fixture } = context;
  const userinfo = fixture.holders.map(({ tokens }): UserPlan => ({ kind: "userinfo", tokens }));
  const introspection = fixture.holders.map(
    ({ tokens }): UserPlan => ({ kind: "introspection", client: fixture, tokens }),
  );
  const targets = [
    (await latchkeyContender(context, stack, () => [])).target,
    await startFloor(context, stack, "one-read"),
  ];
  const lookUpOf = async (name: string, users: readonly UserPlan[]): Promise<LookUp> => {
    const contenders = targets.map((target): Contender => ({ target, groups: [{ users }] }));
    return { name, contenders, bodyBytes: await Promise.all(contenders.map(bodyBytesOf)) };
  };
  const lookUps = [
    await lookUpOf("GET userinfo", userinfo),
    await lookUpOf("POST introspection", introspection),
  ];
  const pace = paceOf(context, full, quick);
  const contenders = lookUps.flatMap((lookUp) => lookUp.contenders);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const results = lookUps.map((lookUp, index): Result => {
    const first = index * targets.length;
    return { lookUp, measures: measures.slice(first, first + targets.length) };
  });
  return {
    key: "look-up",
    tables: [
      {
        title: "Looking a token up",
        explanation:
          `${usersCount} users in a closed loop, each with tokens of its own; the floor finds them by the same kind of key in one ` +
          `indexed read. ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios within each rotation.`,
        columns: [
          "server",
          "request",
          "per second (min–max)",
          "ratio to one read",
          "p50 ms",
          "p99 ms",
          "CPU ms/request",
          "a second and core",
          "body bytes",
          "driver busy",
        ],
        rows: results.flatMap(rowsOf),
      },
    ],
    goals: results.map(goalOf),
    figures: measures,
  };
}

/** The first user's first answer, which shows whether the contenders say as much as each other. */
async function bodyBytesOf({ target, groups }: Contender): Promise<number> {
  const [plan] = groups[0]?.users ?? [];
  if (plan === undefined) throw new Error("There is nobody who has a token.");
  const script = scriptOf(plan, new URL(target.url).host);
  const response = await oneRequest(target.url, script.first());
  script.next(response);
  return response.body.length;
}

function ratioToFloor(measure: Measure | undefined, { measures }: Result) {
  return ratioOf(measure?.groups[0], measures.at(-1)?.groups[0]);
}

function rowsOf(result: Result): readonly (readonly string[])[] {
  return result.measures.map((measure, index) => {
    const [group] = measure.groups;
    const cpu = measure.cpuMillisecondsPerRound;
    return [
      measure.name,
      result.lookUp.name,
      group === undefined ? "" : range(group.perSecond, 0),
      range(ratioToFloor(measure, result), 2),
      figure(group?.latencies[0]?.p50, 2),
      figure(group?.latencies[0]?.p99, 2),
      figure(cpu, 3),
      figure(cpu === undefined ? undefined : 1_000 / cpu, 0),
      figure(result.lookUp.bodyBytes[index], 0),
      percent(measure.driverBusy.median),
    ];
  });
}

function goalOf(result: Result): Section["goals"][number] {
  const ratio = ratioToFloor(result.measures[0], result).median;
  return {
    what: `${result.lookUp.name}, beside one indexed read`,
    wanted: `≥ ${wantedRatio} ×`,
    measured: `${figure(ratio, 2)} ×`,
    isMet: ratio >= wantedRatio,
  };
}
