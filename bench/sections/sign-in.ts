import type { SignedInUser } from "../latchkey.ts";
import { figure, range, type Section } from "../report.ts";
import type { BenchClient } from "../requests.ts";
import { type Contender, type Measure, ratioOf, takeTurns } from "../rotation.ts";
import type { UserPlan } from "../scripts.ts";
import { alike, type Context, latchkeyContender, paceOf, startFloor, usersCount } from "./context.ts";

const full = { rotations: 10, sliceMilliseconds: 1_500, warmUpRounds: 400, warmUpMillisecondsMax: 4_000 };
const quick = { rotations: 3, sliceMilliseconds: 800, warmUpRounds: 40, warmUpMillisecondsMax: 800 };
const wantedOverhead = 0.12;

/** A person who signs in with a password, from a new browser or from one that Latchkey knows. */
export function signInPlan(client: BenchClient, user: SignedInUser, browser: "new" | "known"): UserPlan {
  const device = Object.entries(user.cookies).filter(([name]) => name.endsWith("device"));
  return {
    kind: "sign-in",
    client,
    username: user.username,
    password: user.password,
    cookies: browser === "new" ? {} : Object.fromEntries(device),
  };
}

/** Sign-ins with a password, beside the hash that they cannot do without. */
export async function measureSignIn(context: Context): Promise<Section> {
  await using stack = new AsyncDisposableStack();
  const hash = await startFloor(context, stack, "hash");
  const contenders: Contender[] = [
    ...(await latchkeyContender(context, stack, ({ client, users }) => [
      { users: users.map((user) => signInPlan(client, user, "new")) },
    ])),
    { target: hash, groups: [{ users: alike(usersCount, { kind: "get", path: "/hash" }) }] },
  ];
  const pace = paceOf(context, full, quick);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const base = measures.at(-1);
  const first = measures[0];
  return {
    key: "sign-in",
    tables: [
      {
        title: "Sign-in with a password",
        explanation:
          `GET of the page, POST of the form, POST token, ${usersCount} people with new browsers in a closed loop; ` +
          `the floor only verifies the same Argon2id hash. ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns.`,
        columns: [
          "server",
          "per second (min–max)",
          "ratio to the hash",
          "CPU ms each",
          "CPU over the hash",
          "hashing request p50 ms",
          "p99 ms",
          "token p99 ms",
          "peak MB",
        ],
        rows: measures.map((measure) => rowOf(measure, base)),
      },
    ],
    goals: context.latchkey === undefined || first === undefined ? [] : goalsOf(first, base),
    figures: measures,
  };
}

function overheadOf(measure: Measure, base: Measure | undefined): number {
  return (measure.cpuMillisecondsPerRound ?? Number.NaN) / (base?.cpuMillisecondsPerRound ?? Number.NaN) - 1;
}

function rowOf(measure: Measure, base: Measure | undefined): readonly string[] {
  const [group] = measure.groups;
  const isSignIn = (group?.latencies.length ?? 0) > 1;
  const hashing = group?.latencies[isSignIn ? 1 : 0];
  return [
    measure.name,
    group === undefined ? "" : range(group.perSecond, 1),
    range(ratioOf(group, base?.groups[0]), 2),
    figure(measure.cpuMillisecondsPerRound, 2),
    measure === base ? "" : `${figure(overheadOf(measure, base) * 100, 1)} %`,
    figure(hashing?.p50, 1),
    figure(hashing?.p99, 1),
    isSignIn ? figure(group?.latencies[2]?.p99, 2) : "",
    figure(measure.peakMegabytes, 0),
  ];
}

function goalsOf(measure: Measure, base: Measure | undefined): Section["goals"] {
  const overhead = overheadOf(measure, base);
  return [
    {
      what: "password sign-in, CPU over the bare hash",
      wanted: `≤ ${figure(wantedOverhead * 100, 0)} %`,
      measured: `${figure(overhead * 100, 1)} %`,
      isMet: overhead <= wantedOverhead,
    },
  ];
}
