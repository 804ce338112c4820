import { idTokenAlgorithms, type SignedInUser } from "../latchkey.ts";
import { figure, percent, range, type Section } from "../report.ts";
import type { BenchClient } from "../requests.ts";
import { type Contender, type GroupMeasure, type Measure, ratioOf, takeTurns } from "../rotation.ts";
import type { UserPlan } from "../scripts.ts";
import { cookieHeader } from "../sign-in-form.ts";
import { signatureMilliseconds } from "../signature.ts";
import { type Context, latchkeyContender, paceOf, startFloor, usersCount } from "./context.ts";

const full = { rotations: 20, sliceMilliseconds: 500, warmUpRounds: 25_000, warmUpMillisecondsMax: 8_000 };
const quick = { rotations: 5, sliceMilliseconds: 300, warmUpRounds: 8_000, warmUpMillisecondsMax: 1_500 };
const wantedRatio = 1.1;
/** Of the token's p99 at the floor with two durable facts. */
const wantedTokenRatio = 0.8;
const wantedOpenidRatios = { RS256: 0.4, ES256: 0.8, EdDSA: 0.8 } as const;
/** The limit for an OpenID flow, as a share of an interface flow and a bare signature together. */
const wantedSignedRatio = 1.1;

/** GET authorization by a signed-in person, then POST token. */
export function flowPlan(client: BenchClient, user: SignedInUser): UserPlan {
  return { kind: "flow", client, cookie: cookieHeader(new Map(Object.entries(user.cookies))) };
}

/** The floors get a cookie header of the same length as Latchkey, with the session under their own name. */
export function floorFlowPlan(context: Context, session: string): UserPlan {
  const others = Object.entries(context.latchkey.users[0]?.cookies ?? {}).filter(
    ([name]) => !name.endsWith("session"),
  );
  const cookie = cookieHeader(new Map([...others, ["session", session]]));
  return { kind: "flow", client: context.fixture, cookie };
}

/**
 * Full flows with a live session: of interface clients, then of clients that get an ID token. In turns of their own, because the
 * signing thread of one slice would still be at work in the next.
 */
export async function measureFlow(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const floorGroups = [{ users: context.fixture.sessions.map((session) => floorFlowPlan(context, session)) }];
  const ours = await latchkeyContender(context, stack, ({ client, users }) => [
    { users: users.map((user) => flowPlan(client, user)) },
  ]);
  const twoFacts = { target: await startFloor(context, stack, "two-facts"), groups: floorGroups };
  const contenders: Contender[] = [
    ours,
    { target: await startFloor(context, stack, "constant"), groups: floorGroups },
    { target: await startFloor(context, stack, "one-fact"), groups: floorGroups },
    { target: await startFloor(context, stack, "two-facts-forgotten"), groups: floorGroups },
    twoFacts,
  ];
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const openid = openidContenders(context, ours);
  const openidMeasures = await takeTurns(context.driver, [...openid, twoFacts], pace, context.progress);
  const how =
    `${usersCount} users in a closed loop, ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ` +
    "ratios within each rotation.";
  const [first] = measures;
  return {
    key: "flow",
    tables: [
      {
        title: "Full flow with a live session",
        explanation: `GET authorization and POST token, ${how}`,
        ...rowsOf(measures),
      },
      {
        title: "Full flow of a client that gets an ID token",
        explanation: `The same requests and the same service, with scope=openid, ${how} The floor signs nothing.`,
        ...rowsOf(openidMeasures.map((measure, index) => ({ ...measure, name: nameOf(measure, index) }))),
      },
    ],
    goals:
      first === undefined
        ? []
        : [
            ...goalsOf(first, measures.at(-1)?.groups[0]),
            ...openidGoalsOf(openidMeasures, openidMeasures.at(-1)?.groups[0]),
            ...signedGoalsOf(openidMeasures, first),
          ],
    figures: [...measures, ...openidMeasures],
  };
}

/** The floor with two durable facts comes last. */
function rowsOf(measures: readonly Measure[]) {
  const base = measures.at(-1)?.groups[0];
  return { columns: flowColumns, rows: measures.map((measure) => flowRow(measure, base)) };
}

/** The same server, with clients that get an ID token. */
function openidContenders({ latchkey }: Context, { target }: Contender): readonly Contender[] {
  const { openidClients, users } = latchkey;
  return idTokenAlgorithms.map((algorithm) => ({
    target,
    groups: [{ users: users.map((user) => flowPlan(openidClients[algorithm], user)) }],
  }));
}

function nameOf({ name }: Measure, index: number): string {
  const algorithm = idTokenAlgorithms[index];
  return algorithm === undefined ? name : `${name}, ${algorithm}`;
}

function openidGoalsOf(measures: readonly Measure[], base: GroupMeasure | undefined): Section["goals"] {
  return idTokenAlgorithms.map((algorithm, index) => {
    const ratio = ratioOf(measures[index]?.groups[0], base).median;
    const wanted = wantedOpenidRatios[algorithm];
    return {
      what: `full flow of an OpenID client with ${algorithm}, beside two durable facts`,
      wanted: `≥ ${wanted} ×`,
      measured: `${figure(ratio, 2)} ×`,
      isMet: ratio >= wanted,
    };
  });
}

/** CPU beside that of the interface flow of the same run and a signature that this process makes. */
function signedGoalsOf(measures: readonly Measure[], unsigned: Measure): Section["goals"] {
  const { cpuMillisecondsPerRound: bare = Number.NaN } = unsigned;
  return idTokenAlgorithms.map((algorithm, index) => {
    const signature = signatureMilliseconds(algorithm);
    const measured = measures[index]?.cpuMillisecondsPerRound ?? Number.NaN;
    const ratio = measured / (bare + signature);
    return {
      what: `CPU with ${algorithm}, beside an interface flow and a signature of ${figure(signature, 3)} ms`,
      wanted: `≤ ${wantedSignedRatio} ×`,
      measured: `${figure(ratio, 2)} ×`,
      isMet: ratio <= wantedSignedRatio,
    };
  });
}

/** Of the tables that show full flows. */
export const flowColumns: readonly string[] = [
  "server",
  "flows/s (min–max)",
  "ratio to two facts",
  "token p50 ms",
  "token p99 ms",
  "CPU ms/flow",
  "peak MB",
  "driver busy",
];

/** One server's cells under `flowColumns`; `base` is the floor with two durable facts. */
export function flowRow(measure: Measure, base: GroupMeasure | undefined): readonly string[] {
  const [group] = measure.groups;
  const token = group?.latencies[1];
  return [
    measure.name,
    group === undefined ? "" : range(group.perSecond, 0),
    range(ratioOf(group, base), 2),
    figure(token?.p50, 2),
    figure(token?.p99, 2),
    figure(measure.cpuMillisecondsPerRound, 3),
    figure(measure.peakMegabytes, 0),
    percent(measure.driverBusy.median),
  ];
}

function goalsOf(measure: Measure, base: GroupMeasure | undefined): Section["goals"] {
  const [group] = measure.groups;
  const ratio = ratioOf(group, base).median;
  const tokenRatio = (group?.latencies[1]?.p99 ?? Number.NaN) / (base?.latencies[1]?.p99 ?? Number.NaN);
  return [
    {
      what: "full flow, beside two durable facts",
      wanted: `≥ ${wantedRatio} ×`,
      measured: `${figure(ratio, 2)} ×`,
      isMet: ratio >= wantedRatio,
    },
    {
      what: "token p99 at 16 users, beside two durable facts",
      wanted: `≤ ${wantedTokenRatio} ×`,
      measured: `${figure(tokenRatio, 2)} ×`,
      isMet: tokenRatio <= wantedTokenRatio,
    },
  ];
}
