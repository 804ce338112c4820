import { figure, range, type Section } from "../report.ts";
import { type Contender, type Measure, takeTurns } from "../rotation.ts";
import { alike, type Context, latchkeyContender, paceOf, startFloor } from "./context.ts";
import { flowPlan } from "./flow.ts";
import { signInPlan } from "./sign-in.ts";

const full = { rotations: 6, sliceMilliseconds: 2_000, warmUpRounds: 5_000, warmUpMillisecondsMax: 4_000 };
const quick = { rotations: 2, sliceMilliseconds: 700, warmUpRounds: 1, warmUpMillisecondsMax: 100 };
const wantedTokenMilliseconds = 20;

/** As many as Latchkey lets wait for a hash; one more than fits would be told to come back. */
const signingInCount = 64;
const signedInCount = 4;

/** What people with a session notice while the queue of password hashes is full. */
export async function measureFullQueue(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const contenders: Contender[] = [
    ...(await latchkeyContender(context, stack, ({ client, users }) => {
      // Whoever signs in again and again loses older sessions, so those who need theirs do not.
      const [signedIn, others] = [users.slice(0, signedInCount), users.slice(signedInCount)];
      return [
        { users: signedIn.map((user) => flowPlan(client, user)) },
        {
          users: Array.from({ length: signingInCount }, (_, index) => others[index % others.length]).flatMap(
            (user) => (user === undefined ? [] : [signInPlan(client, user, "known")]),
          ),
        },
      ];
    })),
    {
      target: await startFloor(context, stack, "hash"),
      groups: [
        { users: alike(signedInCount, { kind: "get", path: "/" }) },
        { users: alike(signingInCount, { kind: "get", path: "/hash" }) },
      ],
    },
  ];
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const first = measures[0];
  return {
    key: "full-queue",
    tables: [
      {
        title: "While the hash queue is full",
        explanation:
          `${signingInCount} people sign in with passwords in a closed loop and ${signedInCount} with a session run full flows beside ` +
          `them; the floor hashes and answers constant bytes. ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns.`,
        columns: ["server", "token or answer p50 ms", "p99 ms", "flows or answers/s", "hashes/s"],
        rows: measures.map(rowOf),
      },
    ],
    goals: context.latchkey === undefined || first === undefined ? [] : goalsOf(first),
    figures: measures,
  };
}

function rowOf(measure: Measure): readonly string[] {
  const [light, heavy] = measure.groups;
  const latency = light?.latencies.at(-1);
  return [
    measure.name,
    figure(latency?.p50, 2),
    figure(latency?.p99, 2),
    light === undefined ? "" : range(light.perSecond, 0),
    heavy === undefined ? "" : range(heavy.perSecond, 1),
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
