import { setTimeout as wait } from "node:timers/promises";
import { acts } from "./acts.ts";
import type { Stage } from "./stage.ts";

/** What became of one kind of act. */
export interface Tally {
  done: number;
  /** Not possible at that moment. */
  passed: number;
  wrong: number;
}

/** How the load went so far. */
export interface LoadResult {
  readonly tallies: Readonly<Record<string, Tally>>;
  /** What went wrong, in words: the first few. */
  readonly failures: readonly string[];
  readonly wrong: number;
}

const failuresShownMax = 8;
/** After so many wrong answers there is nothing more to learn. */
const wrongMax = 200;
const underWayMax = 400;
const tickMilliseconds = 20;

/**
 * Begins acts at a steady rate until the signal, whatever the ones before are doing (an open loop), and waits for those under
 * way. Stops early when far too much is wrong, or when answers come so slowly that acts pile up.
 */
export async function runLoad(stage: Stage, perSecond: number, signal: AbortSignal): Promise<LoadResult> {
  const tallies = Object.fromEntries(
    Object.keys(acts).map((kind): [string, Tally] => [kind, { done: 0, passed: 0, wrong: 0 }]),
  );
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  let wrong = 0;
  const fail = (kind: string, error: unknown): void => {
    const tally = tallies[kind];
    if (tally !== undefined) tally.wrong += 1;
    wrong += 1;
    const text = error instanceof Error ? error.message : String(error);
    if (failures.length < failuresShownMax) failures.push(`${kind}: ${text}`);
  };
  const begin = (): void => {
    const kind = anyKind();
    const running = runAct(stage, kind, tallies[kind])
      .catch((error: unknown) => fail(kind, error))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  };
  const startedAt = performance.now();
  let begun = 0;
  while (!signal.aborted && wrong < wrongMax) {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000);
    while (begun < due) {
      begun += 1;
      if (underWay.size < underWayMax) begin();
      else fail("load", new Error(`${underWayMax} acts wait for answers: the server does not keep up.`));
    }
    await wait(tickMilliseconds);
  }
  await Promise.all(underWay);
  return { tallies, failures, wrong };
}

async function runAct(stage: Stage, kind: string, tally: Tally | undefined): Promise<void> {
  const act = acts[kind]?.act;
  if (act === undefined || tally === undefined) return;
  if (await act(stage)) tally.done += 1;
  else tally.passed += 1;
}

const weightSum = Object.values(acts).reduce((sum, { weight }) => sum + weight, 0);

function anyKind(): string {
  let rest = Math.random() * weightSum;
  for (const [kind, { weight }] of Object.entries(acts)) {
    rest -= weight;
    if (rest < 0) return kind;
  }
  return "flow";
}
