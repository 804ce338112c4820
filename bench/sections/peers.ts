import { type PeerName, type PeerStore, peerPlan, readPeerFlow, storesOf } from "../peers.ts";
import { range, type Section } from "../report.ts";
import {
  type Contender,
  type GroupMeasure,
  type Measure,
  type Pace,
  ratioOf,
  takeTurns,
} from "../rotation.ts";
import { startTarget } from "../target.ts";
import { type Context, latchkeyContender, paceOf, startFloor, usersCount } from "./context.ts";
import { floorFlowPlan, flowColumns, flowPlan, flowRow } from "./flow.ts";

const full = { rotations: 15, sliceMilliseconds: 500, warmUpRounds: 25_000, warmUpMillisecondsMax: 8_000 };
const quick = { rotations: 3, sliceMilliseconds: 300, warmUpRounds: 8_000, warmUpMillisecondsMax: 1_500 };

/** The facts that a server keeps through a power failure, which decide its comparison. */
type Kept = "codes and tokens" | "tokens" | "nothing";

/** One server of the comparison, measured. */
export interface Compared {
  readonly name: string;
  readonly kind: "latchkey" | "floor" | "peer";
  readonly kept: Kept;
  readonly measure: Measure;
}

/** The section, and the same figures for a chart. */
export interface PeersSection extends Section {
  readonly figures: readonly Compared[];
  readonly pace: Pace;
}

interface Entrant {
  readonly kind: Compared["kind"];
  readonly kept: Kept;
  readonly contender: Contender;
}

async function startPeer(
  context: Context,
  stack: AsyncDisposableStack,
  name: PeerName,
  store: PeerStore,
): Promise<Entrant> {
  const plan = peerPlan(name, store, context.folder, context.fixture);
  context.progress(`starting ${plan.name}`);
  const target = stack.use(await startTarget(plan));
  const { cookies, ...requests } = readPeerFlow(plan.folder);
  const users = cookies.map(
    (cookie) => ({ kind: "flow", client: context.fixture, cookie, requests }) as const,
  );
  return {
    kind: "peer",
    kept: store === "sqlite" ? "codes and tokens" : "nothing",
    contender: { target, groups: [{ users }] },
  };
}

async function startOwn(context: Context, stack: AsyncDisposableStack): Promise<readonly Entrant[]> {
  const groups = [{ users: context.fixture.sessions.map((session) => floorFlowPlan(context, session)) }];
  const latchkey = await latchkeyContender(context, stack, ({ client, users }) => [
    { users: users.map((user) => flowPlan(client, user)) },
  ]);
  const oneFact = { target: await startFloor(context, stack, "one-fact"), groups };
  const twoFacts = { target: await startFloor(context, stack, "two-facts"), groups };
  return [
    { kind: "latchkey", kept: "codes and tokens", contender: latchkey },
    { kind: "floor", kept: "tokens", contender: oneFact },
    { kind: "floor", kept: "codes and tokens", contender: twoFacts },
  ];
}

/** The flow of `flow` at Latchkey, two floors and the peers. */
export async function measurePeers(context: Context, names: readonly PeerName[]): Promise<PeersSection> {
  await using stack = new AsyncDisposableStack();
  const entrants = [...(await startOwn(context, stack))];
  for (const name of names) {
    for (const store of storesOf[name]) entrants.push(await startPeer(context, stack, name, store));
  }
  const pace = paceOf(context, full, quick);
  const contenders = entrants.map(({ contender }) => contender);
  const measures = await takeTurns(context.driver, contenders, pace, context.progress);
  const compared = entrants.flatMap(({ kind, kept }, index): Compared[] => {
    const measure = measures[index];
    return measure === undefined ? [] : [{ name: measure.name, kind, kept, measure }];
  });
  const explanation =
    `GET authorization of somebody who is signed in and POST token, ${usersCount} users in a closed loop, each server on the same ` +
    `core, ${pace.rotations} × ${pace.sliceMilliseconds} ms each in turns; ratios within each rotation.`;
  return {
    key: "peers",
    tables: [tableOf(compared, explanation)],
    goals: [],
    figures: compared,
    pace,
  };
}

function tableOf(compared: readonly Compared[], explanation: string): Section["tables"][number] {
  const latchkey = groupOf(compared.find(({ kind }) => kind === "latchkey"));
  const twoFacts = groupOf(compared.findLast(({ kind }) => kind === "floor"));
  return {
    title: "Beside other servers",
    explanation,
    columns: [...flowColumns, "Latchkey does", "known after a power failure"],
    rows: compared.map((entry) => [
      ...flowRow(entry.measure, twoFacts),
      `${range(ratioOf(latchkey, groupOf(entry)), 1)} ×`,
      entry.kept,
    ]),
  };
}

function groupOf(entry: Compared | undefined): GroupMeasure | undefined {
  return entry?.measure.groups[0];
}
