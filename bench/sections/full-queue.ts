import { figure, range, type Section } from "../report.ts";
import { type Contender, type GroupMeasure, type Measure, ratioOf, takeTurns } from "../rotation.ts";
import { signInPlan } from "../rounds.ts";
import { alike, type Context, latchkeyContender, paceOf, startFloor } from "./context.ts";
import { flowPlan } from "./flow.ts";

const full = { rotations: 6, sliceMilliseconds: 2_000, warmUpRounds: 5_000, warmUpMillisecondsMax: 4_000 };
const quick = { rotations: 2, sliceMilliseconds: 700, warmUpRounds: 1, warmUpMillisecondsMax: 100 };
const wantedTokenMilliseconds = 20;

/** As many as Latchkey lets wait for a hash; one more than fits would be told to come back. */
const signingInCount = 64;
const signedInCount = 4;

/**
 * How many hashes the machine can do, how near sign-ins come to that, and what people with a session notice meanwhile. Each
 * contender's last group is the one that hashes; who has a group in front of it is asked by people with a session too.
 */
export async function measureFullQueue(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const contenders = [
    ...(await latchkeyContenders(context, stack)),
    ...(await hashContenders(context, stack)),
  ];
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const limit = measures.at(-1)?.groups.at(-1);
  const first = measures[0];
  return {
    key: "full-queue",
    tables: [
      {
        title: "While the hash queue is full",
        explanation:
          `${signingInCount} people sign in with passwords in a closed loop, alone and with ${signedInCount} beside them who have a session and ` +
          "run full flows; the floor hashes, and answers constant bytes. What it hashes alone is the limit of this core. " +
          `${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios within each rotation.`,
        columns: [
          "server",
          "beside the hashes",
          "sign-ins or hashes/s (min–max)",
          "ratio to the limit",
          "token or answer p50 ms",
          "p99 ms",
          "flows or answers/s",
        ],
        rows: measures.map((measure) => rowOf(measure, limit)),
      },
    ],
    goals: first === undefined ? [] : goalsOf(first),
    figures: measures,
  };
}

async function latchkeyContenders(
  context: Context,
  stack: AsyncDisposableStack,
): Promise<readonly Contender[]> {
  const found = await latchkeyContender(context, stack, ({ client, users }) => {
    // A person who signs in again and again loses older sessions, so people who need theirs do not.
    const [signedIn, others] = [users.slice(0, signedInCount), users.slice(signedInCount)];
    const signingIn = Array.from({ length: signingInCount }, (_, index) => others[index % others.length]);
    return [
      { users: signedIn.map((user) => flowPlan(client, user)) },
      {
        users: signingIn.flatMap((user) => (user === undefined ? [] : [signInPlan(client, user)])),
      },
    ];
  });
  return withAndWithout(found);
}

async function hashContenders(context: Context, stack: AsyncDisposableStack): Promise<readonly Contender[]> {
  return withAndWithout({
    target: await startFloor(context, stack, "hash"),
    groups: [
      { users: alike(signedInCount, { kind: "get", path: "/" }) },
      { users: alike(signingInCount, { kind: "get", path: "/hash" }) },
    ],
  });
}

/** The load as it is, and its hashing part alone. */
function withAndWithout(contender: Contender): readonly Contender[] {
  return [contender, { ...contender, groups: contender.groups.slice(-1) }];
}

function rowOf(measure: Measure, limit: GroupMeasure | undefined): readonly string[] {
  const hashing = measure.groups.at(-1);
  const beside = measure.groups.length > 1 ? measure.groups[0] : undefined;
  const latency = beside?.latencies.at(-1);
  return [
    measure.name,
    beside === undefined ? "nobody" : `${signedInCount} users`,
    hashing === undefined ? "" : range(hashing.perSecond, 1),
    range(ratioOf(hashing, limit), 2),
    beside === undefined ? "" : figure(latency?.p50, 2),
    beside === undefined ? "" : figure(latency?.p99, 2),
    beside === undefined ? "" : range(beside.perSecond, 0),
  ];
}

function goalsOf(measure: Measure): Section["goals"] {
  const p99 = measure.groups[0]?.latencies.at(-1)?.p99 ?? Number.NaN;
  return [
    {
      what: "token p99 while the hash queue is full",
      wanted: `< ${wantedTokenMilliseconds} ms`,
      measured: `${figure(p99, 2)} ms`,
      isMet: p99 < wantedTokenMilliseconds,
    },
  ];
}
