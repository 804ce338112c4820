import { figure, range, type Section } from "../report.ts";
import { type Contender, type GroupMeasure, type Measure, ratioOf, takeTurns } from "../rotation.ts";
import type { Group } from "../slice.ts";
import { startTarget } from "../target.ts";
import { type Context, paceOf, usersCount } from "./context.ts";
import { flowPlan } from "./flow.ts";

const full = { rotations: 12, sliceMilliseconds: 500, warmUpRounds: 10_000, warmUpMillisecondsMax: 4_000 };
const quick = { rotations: 4, sliceMilliseconds: 300, warmUpRounds: 3_000, warmUpMillisecondsMax: 900 };
const halfCount = usersCount / 2;

/** What clients of the interface notice while others get ID tokens. */
export async function measureSigning(context: Context): Promise<Section> {
  const { latchkey } = context;
  await using target = await startTarget(latchkey.plan);
  const { client, openidClients, users } = latchkey;
  const [some, others] = [users.slice(0, halfCount), users.slice(halfCount)];
  const observed: Group = { users: some.map((user) => flowPlan(client, user)) };
  const neighbours = {
    nobody: [],
    [`${halfCount} more of them`]: [{ users: others.map((user) => flowPlan(client, user)) }],
    [`${halfCount} of the OpenID client`]: [
      { users: others.map((user) => flowPlan(openidClients.RS256, user)) },
    ],
  } satisfies Record<string, readonly Group[]>;
  const contenders = Object.values(neighbours).map(
    (groups): Contender => ({ target, groups: [observed, ...groups] }),
  );
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const alone = measures[0]?.groups[0];
  return {
    key: "signing",
    tables: [
      {
        title: "Interface flows beside ID tokens",
        explanation:
          `Full flows of ${halfCount} users of a client of the interface, alone, beside ${halfCount} more of them, and beside ${halfCount} whose ` +
          `client gets an ID token, signed with RS256. ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns.`,
        columns: [
          "beside them",
          "interface flows/s (min–max)",
          "ratio to alone",
          "token p50 ms",
          "p99 ms",
          "neighbours' flows/s",
          "their token p50 ms",
          "CPU ms/flow of all",
        ],
        rows: Object.keys(neighbours).map((name, index) => rowOf(name, measures[index], alone)),
      },
    ],
    goals: [],
    figures: measures,
  };
}

function rowOf(
  name: string,
  measure: Measure | undefined,
  alone: GroupMeasure | undefined,
): readonly string[] {
  const [own, neighbours] = measure?.groups ?? [];
  const token = own?.latencies[1];
  return [
    name,
    own === undefined ? "" : range(own.perSecond, 0),
    range(ratioOf(own, alone), 2),
    figure(token?.p50, 2),
    figure(token?.p99, 2),
    neighbours === undefined ? "" : range(neighbours.perSecond, 0),
    neighbours === undefined ? "" : figure(neighbours.latencies[1]?.p50, 2),
    figure(measure?.cpuMillisecondsPerRound, 3),
  ];
}
