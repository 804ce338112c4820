import { addPasskey } from "../latchkey.ts";
import { figure, range, type Section } from "../report.ts";
import { type Contender, type Measure, ratioOf, takeTurns } from "../rotation.ts";
import type { UserPlan } from "../scripts.ts";
import { startTarget } from "../target.ts";
import { alike, type Context, paceOf, startFloor, usersCount } from "./context.ts";

const full = { rotations: 10, sliceMilliseconds: 1_000, warmUpRounds: 1_000, warmUpMillisecondsMax: 4_000 };
const quick = { rotations: 3, sliceMilliseconds: 500, warmUpRounds: 60, warmUpMillisecondsMax: 800 };

/** Sign-ins with a passkey, beside the check of a signature that they cannot do without. */
export async function measurePasskey(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const floor = await startFloor(context, stack, "assertion");
  const contenders: readonly Contender[] = [
    ...(await latchkeyWithPasskeys(context, stack)),
    { target: floor, groups: [{ users: alike(usersCount, { kind: "get", path: "/" }) }] },
  ];
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const base = measures.at(-1);
  return {
    key: "passkey",
    tables: [
      {
        title: "Sign-in with a passkey",
        explanation:
          `GET of the page, POST of an ES256 assertion, POST token, ${usersCount} people with new browsers in a closed loop; the floor ` +
          `only checks such a signature. ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns.`,
        columns: [
          "server",
          "per second (min–max)",
          "ratio to the check",
          "CPU ms each",
          "per second and core",
          "sign-in request p50 ms",
          "p99 ms",
          "token p99 ms",
          "peak MB",
        ],
        rows: measures.map((measure) => rowOf(measure, base)),
      },
    ],
    goals: [],
    figures: measures,
  };
}

async function latchkeyWithPasskeys(
  { latchkey, progress }: Context,
  stack: AsyncDisposableStack,
): Promise<readonly Contender[]> {
  if (latchkey === undefined) return [];
  const { client, users: people } = latchkey;
  const target = stack.use(await startTarget(latchkey.plan));
  progress("registering passkeys");
  const users: UserPlan[] = [];
  for (const person of people)
    users.push({ kind: "passkey-sign-in", client, passkey: await addPasskey(target.url, client, person) });
  return [{ target, groups: [{ users }] }];
}

function rowOf(measure: Measure, base: Measure | undefined): readonly string[] {
  const [group] = measure.groups;
  const isSignIn = (group?.latencies.length ?? 0) > 1;
  const checking = group?.latencies[isSignIn ? 1 : 0];
  const cpu = measure.cpuMillisecondsPerRound;
  return [
    measure.name,
    group === undefined ? "" : range(group.perSecond, 1),
    range(ratioOf(group, base?.groups[0]), 2),
    figure(cpu, 2),
    figure(cpu === undefined ? undefined : 1_000 / cpu, 0),
    figure(checking?.p50, 1),
    figure(checking?.p99, 1),
    isSignIn ? figure(group?.latencies[2]?.p99, 2) : "",
    figure(measure.peakMegabytes, 0),
  ];
}
