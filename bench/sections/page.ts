import { figure, range, type Section } from "../report.ts";
import { authorizationPath } from "../requests.ts";
import { type Contender, type Measure, ratioOf, takeTurns } from "../rotation.ts";
import { alike, type Context, latchkeyContender, paceOf, startFloor, usersCount } from "./context.ts";

const full = { rotations: 15, sliceMilliseconds: 500, warmUpRounds: 25_000, warmUpMillisecondsMax: 4_000 };
const quick = { rotations: 4, sliceMilliseconds: 300, warmUpRounds: 10_000, warmUpMillisecondsMax: 900 };
const wantedRatio = 0.7;

/** GETs of the login page, as browsers ask for it. */
export async function measurePage(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const path = authorizationPath(context.fixture);
  const groups = [{ users: alike(usersCount, { kind: "get", path, acceptEncoding: "gzip" }) }];
  const contenders: Contender[] = [
    await latchkeyContender(context, stack, () => groups),
    { target: await startFloor(context, stack, "page-secrets"), groups },
    { target: await startFloor(context, stack, "page"), groups },
  ];
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const [bare, secrets] = measures.toReversed();
  const first = measures[0];
  return {
    key: "page",
    tables: [
      {
        title: "The login page",
        explanation:
          `GET without cookies, with gzip, ${usersCount} users in a closed loop; the floors send the same ` +
          `${figure(context.latchkey.page.body.length, 0)} bytes with the same headers, and the first makes two random numbers and a MAC for each. ` +
          `${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns.`,
        columns: [
          "server",
          "pages/s (min–max)",
          "ratio to the first floor",
          "ratio to constant bytes",
          "p50 ms",
          "p99 ms",
          "CPU ms/page",
          "peak MB",
        ],
        rows: measures.map((measure) => rowOf(measure, secrets, bare)),
      },
    ],
    goals: first === undefined ? [] : goalsOf(first, secrets),
    figures: measures,
  };
}

function rowOf(measure: Measure, secrets: Measure | undefined, bare: Measure | undefined): readonly string[] {
  const [group] = measure.groups;
  return [
    measure.name,
    group === undefined ? "" : range(group.perSecond, 0),
    range(ratioOf(group, secrets?.groups[0]), 2),
    range(ratioOf(group, bare?.groups[0]), 2),
    figure(group?.latencies[0]?.p50, 2),
    figure(group?.latencies[0]?.p99, 2),
    figure(measure.cpuMillisecondsPerRound, 3),
    figure(measure.peakMegabytes, 0),
  ];
}

function goalsOf(measure: Measure, secrets: Measure | undefined): Section["goals"] {
  const ratio = ratioOf(measure.groups[0], secrets?.groups[0]).median;
  return [
    {
      what: "login page, beside the same bytes after two random numbers and a MAC",
      wanted: `≥ ${wantedRatio} ×`,
      measured: `${figure(ratio, 2)} ×`,
      isMet: ratio >= wantedRatio,
    },
  ];
}
