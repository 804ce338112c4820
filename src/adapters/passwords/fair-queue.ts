import type { HashProbe } from "../../flows/probe-ports.ts";
import { ok, type Result, refuse } from "../../values/result.ts";

/** The caller that work is done for. */
export interface Caller {
  /** Any text that names the network. In a full queue the network with the most waiting calls makes room first. */
  readonly network: string;
  /** Names a caller that is more than an address: a browser that signed in before, an account, a link. Such callers wait in a line apart. */
  readonly known?: string | undefined;
}

/** Does a few pieces of expensive work at once and lets a few more wait in order. The rest is turned away at once. */
interface FairQueue {
  /**
   * Runs `work` in its turn. "busy" if the queue is full; then `work` was never called. In a full queue the network with the most
   * calls makes room for one with fewer, so that no network keeps all places. Known callers wait in a separate line, which has
   * three turns in four.
   */
  run<Value>(caller: Caller, work: () => Promise<Value>): Promise<Result<Value, "busy">>;
  /** The number of waiting calls, without the running ones. */
  depth(): number;
}

interface Waiting {
  readonly who: string;
  /** "run" hands over a slot; "busy" turns away. */
  readonly decide: (turn: "run" | "busy") => void;
}

/** The places of one known caller. Its further calls wait among the strangers, so that it cannot fill the line of all. */
const placesOfKnownMax = 2;
/** One of four turns is a stranger's, however many known callers wait. */
const turnsOfKnownMax = 3;

/** Creates a queue: at most `concurrency` run, at most `queueMax` strangers wait, and half as many known callers beside them. */
export function createFairQueue(limits: {
  readonly concurrency: number;
  readonly queueMax: number;
  readonly probe?: HashProbe | undefined;
}): FairQueue {
  const { probe } = limits;
  const strangers: Waiting[] = [];
  const known: Waiting[] = [];
  const depth = () => strangers.length + known.length;
  const knownMax = Math.ceil(limits.queueMax / 2);
  let running = 0;
  let turnsOfKnown = 0;

  function next(): Waiting | undefined {
    const isTurnOfKnown = strangers.length === 0 || turnsOfKnown < turnsOfKnownMax;
    const waiting = isTurnOfKnown ? (known.shift() ?? strangers.shift()) : strangers.shift();
    turnsOfKnown = isTurnOfKnown ? turnsOfKnown + 1 : 0;
    return waiting;
  }

  function release(): void {
    const waiting = next();
    // The slot passes straight to the next in line, so that no newcomer can take it.
    if (waiting === undefined) running -= 1;
    else waiting.decide("run");
    probe?.waiting(depth());
  }

  /** The line to wait in; undefined if there is no room. */
  function findLine({ network, known: caller }: Caller): { line: Waiting[]; who: string } | undefined {
    if (caller !== undefined && known.length < knownMax) {
      const places = known.filter(({ who }) => who === caller).length;
      if (places < placesOfKnownMax) return { line: known, who: caller };
    }
    const hasRoom = strangers.length < limits.queueMax || makeRoom(strangers, network);
    return hasRoom ? { line: strangers, who: network } : undefined;
  }

  async function run<Value>(caller: Caller, work: () => Promise<Value>): Promise<Result<Value, "busy">> {
    const cameAt = performance.now();
    if (running < limits.concurrency) running += 1;
    else {
      const place = findLine(caller);
      if (place === undefined) return refuse("busy");
      const { line, who } = place;
      const turn = await new Promise<"run" | "busy">((decide) => {
        line.push({ who, decide });
        probe?.waiting(depth());
      });
      if (turn === "busy") return refuse("busy");
    }
    const beganAt = performance.now();
    probe?.waited(beganAt - cameAt);
    try {
      const value = await work();
      probe?.hashed(performance.now() - beganAt);
      return ok(value);
    } finally {
      release();
    }
  }

  return { run, depth };
}

/** Turns away the last call of the network with the most calls in line, if the newcomer's network would still have fewer. */
function makeRoom(waiting: Waiting[], newcomer: string): boolean {
  const places = new Map<string, number>();
  for (const { who } of waiting) places.set(who, (places.get(who) ?? 0) + 1);
  const [greediest, most] = [...places].reduce((left, right) => (right[1] > left[1] ? right : left), ["", 0]);
  if ((places.get(newcomer) ?? 0) + 1 >= most) return false;
  const last = waiting.findLastIndex(({ who }) => who === greediest);
  waiting.splice(last, 1)[0]?.decide("busy");
  return true;
}
