import { ok, type Result, refuse } from "../../values/result.ts";

/** Lets a few expensive computations run at once and a few more wait in order; the rest is turned away at once. */
export interface HashQueue {
  /**
   * Runs `work` in its turn. "busy" when the queue is full; then `work` was never called. In a full queue who waits with the
   * most makes room for who waits with fewer, so that nobody can keep all places. `who` is any text.
   */
  run<Value>(who: string, work: () => Promise<Value>): Promise<Result<Value, "busy">>;
  /** How many wait; those that run are not counted. */
  depth(): number;
}

interface Waiting {
  readonly who: string;
  /** "run" hands over a slot; "busy" turns away. */
  readonly decide: (turn: "run" | "busy") => void;
}

/** Opens a queue: at most `concurrency` run, at most `queueMax` wait. */
export function openHashQueue(limits: {
  readonly concurrency: number;
  readonly queueMax: number;
}): HashQueue {
  const waiting: Waiting[] = [];
  let running = 0;

  function release(): void {
    const next = waiting.shift();
    // The slot passes straight to the next in line, so that nobody who arrives in between can take it.
    if (next === undefined) running -= 1;
    else next.decide("run");
  }

  async function run<Value>(who: string, work: () => Promise<Value>): Promise<Result<Value, "busy">> {
    if (running < limits.concurrency) running += 1;
    else {
      if (waiting.length >= limits.queueMax && !makeRoom(waiting, who)) return refuse("busy");
      const turn = await new Promise<"run" | "busy">((decide) => waiting.push({ who, decide }));
      if (turn === "busy") return refuse("busy");
    }
    try {
      return ok(await work());
    } finally {
      release();
    }
  }

  return { run, depth: () => waiting.length };
}

/** Turns away the last in line of whoever waits with most, if the newcomer would still wait with fewer. */
function makeRoom(waiting: Waiting[], newcomer: string): boolean {
  const places = new Map<string, number>();
  for (const { who } of waiting) places.set(who, (places.get(who) ?? 0) + 1);
  const [greediest, most] = [...places].reduce((left, right) => (right[1] > left[1] ? right : left), ["", 0]);
  if ((places.get(newcomer) ?? 0) + 1 >= most) return false;
  const last = waiting.findLastIndex(({ who }) => who === greediest);
  waiting.splice(last, 1)[0]?.decide("busy");
  return true;
}
