/**
 * Room: bench. Measures Latchkey from outside, as its users see it, beside bare servers; imports nothing of src/.
 * This file is the load generator, a process of its own: it keeps a number of connections busy in a closed loop for one slice
 * and tells what it saw. Its neighbours are run.ts, which decides whom to hit and when, and scripts.ts, which knows what to send.
 */
import { connect, type Socket } from "node:net";
import { readResponse } from "./http-response.ts";
import { cpuMilliseconds } from "./processes.ts";
import { requestsOf, type Script, scriptOf, type UserPlan } from "./scripts.ts";
import type { Group, GroupResult, Slice, SliceReport } from "./slice.ts";

const answerMillisecondsMax = 15_000;

/** All connections read into this one buffer: each read is looked at before the next one happens. */
const readBuffer = Buffer.alloc(65_536);

/** Counts what the users of one group see. */
class Tally {
  readonly latencies: number[][];
  roundsInTime = 0;
  rounds = 0;

  constructor(group: Group) {
    const [user] = group.users;
    if (user === undefined) throw new Error("A group needs users.");
    this.latencies = Array.from({ length: requestsOf(user) }, () => []);
  }

  result(): GroupResult {
    return {
      roundsInTime: this.roundsInTime,
      rounds: this.rounds,
      latencies: this.latencies.map((latencies) => Float64Array.from(latencies)),
    };
  }
}

/** One user on one kept-alive connection. `finished` settles when the time is up and the last round is complete. */
class User {
  readonly connected: Promise<void>;
  readonly finished: Promise<void>;
  readonly #url: URL;
  #socket: Socket;
  readonly #script: Script;
  readonly #tally: Tally;
  readonly #resolve: () => void;
  readonly #reject: (reason: unknown) => void;
  #deadline = 0;
  #step = 0;
  #sentAt = 0;
  #partial: Buffer | undefined;
  #isFinished = false;

  constructor(url: URL, script: Script, tally: Tally) {
    this.#url = url;
    this.#script = script;
    this.#tally = tally;
    const finished = Promise.withResolvers<void>();
    this.finished = finished.promise;
    this.#resolve = finished.resolve;
    this.#reject = finished.reject;
    this.#socket = this.#connect();
    const connecting = Promise.withResolvers<void>();
    this.connected = connecting.promise;
    this.#socket.once("connect", connecting.resolve);
    this.#socket.on("error", (error) => connecting.reject(error));
  }

  #connect(): Socket {
    const { hostname, port } = this.#url;
    const socket = connect({
      host: hostname === "localhost" ? "127.0.0.1" : hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer: readBuffer, callback: this.#onRead },
    });
    socket.on("error", this.#reject);
    socket.on("close", () => {
      if (socket === this.#socket) this.#reject(new Error("The server closed a connection in use."));
    });
    return socket;
  }

  start(deadline: number): void {
    this.#deadline = deadline;
    this.#beginRound();
  }

  close(): void {
    this.#isFinished = true;
    this.#socket.destroy();
  }

  #beginRound(): void {
    this.#step = 0;
    this.#send(this.#script.first());
  }

  #send(request: string): void {
    this.#sentAt = performance.now();
    if (this.#script.connectsAt?.has(this.#step)) {
      const before = this.#socket;
      this.#socket = this.#connect();
      before.destroy();
    }
    this.#socket.write(request, "latin1");
  }

  readonly #onRead = (bytes: number): boolean => {
    if (this.#isFinished) return true;
    try {
      const read = readBuffer.subarray(0, bytes);
      this.#take(this.#partial === undefined ? read : Buffer.concat([this.#partial, read]));
    } catch (error) {
      this.#isFinished = true;
      this.#reject(error);
    }
    return true;
  };

  #take(bytes: Buffer): void {
    const response = readResponse(bytes);
    if (response === undefined) {
      this.#partial = Buffer.from(bytes);
      return;
    }
    this.#partial = undefined;
    if (response.bytes !== bytes.length) throw new Error("The server sent more than it was asked for.");
    const now = performance.now();
    const isInTime = now <= this.#deadline;
    if (isInTime) this.#tally.latencies[this.#step]?.push(now - this.#sentAt);
    const request = this.#script.next(response);
    if (request !== undefined) {
      this.#step += 1;
      this.#send(request);
      return;
    }
    this.#tally.rounds += 1;
    if (isInTime) {
      this.#tally.roundsInTime += 1;
      this.#beginRound();
    } else {
      this.#isFinished = true;
      this.#resolve();
    }
  }
}

/** Rejects when the users do not finish in time: a server that stops answering must not stop the run silently. */
async function withinReason(users: readonly User[], milliseconds: number): Promise<void> {
  const tooLate = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => tooLate.reject(new Error(`No answer within ${answerMillisecondsMax} ms.`)),
    milliseconds + answerMillisecondsMax,
  );
  try {
    await Promise.race([Promise.all(users.map((user) => user.finished)), tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Rounds that go on in the next slice where they ended in this one, by user and plan: a refresh token is replaced, a one-time code used up. */
const rounds = new Map<string, Script>();

function scriptFor(plan: UserPlan, host: string, user: string): Script {
  if (plan.kind !== "round") return scriptOf(plan, host);
  const key = `${host} ${user} ${JSON.stringify(plan)}`;
  const script = rounds.get(key) ?? scriptOf(plan, host);
  rounds.set(key, script);
  return script;
}

async function runSlice(slice: Slice): Promise<SliceReport> {
  const url = new URL(slice.url);
  const tallies = slice.groups.map((group) => new Tally(group));
  const users = slice.groups.flatMap((group, index) => {
    const tally = tallies[index];
    return tally === undefined
      ? []
      : group.users.map((plan, user) => new User(url, scriptFor(plan, url.host, `${index} ${user}`), tally));
  });
  for (const user of users) user.finished.catch(() => undefined);
  try {
    await Promise.all(users.map((user) => user.connected));
    const cpuBefore = cpuMilliseconds(slice.pids);
    const ownBefore = process.cpuUsage();
    const startedAt = performance.now();
    for (const user of users) user.start(startedAt + slice.milliseconds);
    await withinReason(users, slice.milliseconds);
    const elapsed = performance.now() - startedAt;
    const own = process.cpuUsage(ownBefore);
    const cpuAfter = cpuMilliseconds(slice.pids);
    return {
      ok: true,
      groups: tallies.map((tally) => tally.result()),
      cpuMilliseconds: cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore,
      driverBusy: (own.user + own.system) / 1000 / elapsed,
    };
  } catch (error) {
    return { ok: false, failure: error instanceof Error ? error.message : String(error) };
  } finally {
    for (const user of users) user.close();
  }
}

process.on("message", async (slice: Slice) => {
  process.send?.(await runSlice(slice));
});

// The run ended without a word, for instance because it was interrupted.
process.on("disconnect", () => process.exit());
