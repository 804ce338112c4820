import type { KindName } from "./rounds.ts";

/** What one round may use at most. A figure is the mean of some hundred rounds by eight people at the same time. */
export interface Limits {
  /** Those of requests, without the ten of each wait for the disk: a quick disk brings more waits for as many rounds. */
  readonly promises: number;
  /** Callbacks of `process.nextTick`. */
  readonly ticks: number;
  readonly timers: number;
  /** The calls of Node's crypto, exactly. */
  readonly crypto: Readonly<Record<(typeof cryptoCalls)[number], number>>;
  /** Statements that read, without the look for commits of other processes, which is made once in a turn for everybody. */
  readonly reads: number;
  /** Statements that write, without the BEGIN and COMMIT that people who write in the same turn share. */
  readonly writes: number;
  /**
   * A busy machine brought 0.13 to a flow by sixteen people and 0.25 to 0.29 by the eight of these rounds. A quick disk ends a commit before
   * the next person asks, so the limits leave room for smaller groups; the goal of 0.2 is for sixteen.
   */
  readonly syncs: number;
  /**
   * The same flow takes 51 to 56 from count to count, by what the compiler has done so far; a bare `node:http` server takes 20 to 23 of it for
   * constant bytes (ADR 0093). So the limit of a flow stands above the goal of 52.
   */
  readonly allocatedKilobytes: number;
  /** What outlives the collections of the young generation, and waits for the slow one. */
  readonly promotedKilobytes: number;
}

/** The functions of Node's crypto whose calls are counted. */
export const cryptoCalls = ["hash", "createCipheriv", "createDecipheriv", "timingSafeEqual", "sign"] as const;

/**
 * THE limits of what hot paths cost, by figures that need no clock. A commit that raises one says why: a quarter of the first
 * release's speed was lost in steps that each looked like noise (ADR 0075).
 */
export const limits: Readonly<Record<KindName, Limits>> = {
  "interface flow": {
    promises: 16.7,
    ticks: 9.2,
    timers: 4.5,
    crypto: { hash: 5, createCipheriv: 1, createDecipheriv: 0, timingSafeEqual: 3, sign: 0 },
    reads: 0.1,
    writes: 1.1,
    syncs: 0.5,
    allocatedKilobytes: 57,
    promotedKilobytes: 0.9,
  },
  // Its signature is made in a thread of the service, where `sign` is not counted.
  "OpenID flow, RS256": {
    promises: 18.9,
    ticks: 9.2,
    timers: 4.5,
    crypto: { hash: 6, createCipheriv: 1, createDecipheriv: 0, timingSafeEqual: 3, sign: 0 },
    reads: 0.1,
    writes: 1.1,
    syncs: 0.7,
    allocatedKilobytes: 67,
    promotedKilobytes: 0.9,
  },
  "OpenID flow, ES256": {
    promises: 16.7,
    ticks: 9.2,
    timers: 4.5,
    crypto: { hash: 6, createCipheriv: 1, createDecipheriv: 0, timingSafeEqual: 3, sign: 1 },
    reads: 0.1,
    writes: 1.1,
    syncs: 0.6,
    allocatedKilobytes: 64,
    promotedKilobytes: 0.9,
  },
  refresh: {
    promises: 41.5,
    ticks: 5.2,
    timers: 2.4,
    crypto: { hash: 3, createCipheriv: 1, createDecipheriv: 1, timingSafeEqual: 2, sign: 1 },
    reads: 1.1,
    writes: 2.1,
    syncs: 0.6,
    allocatedKilobytes: 47,
    promotedKilobytes: 0.5,
  },
  "password sign-in": {
    promises: 88,
    ticks: 15,
    timers: 8,
    crypto: { hash: 7, createCipheriv: 2, createDecipheriv: 3, timingSafeEqual: 4, sign: 0 },
    reads: 8,
    writes: 7,
    syncs: 3,
    allocatedKilobytes: 230,
    promotedKilobytes: 20,
  },
  "login page": {
    promises: 11.2,
    ticks: 4.2,
    timers: 2.2,
    crypto: { hash: 0, createCipheriv: 0, createDecipheriv: 0, timingSafeEqual: 0, sign: 0 },
    reads: 0.1,
    writes: 0.1,
    syncs: 0.1,
    allocatedKilobytes: 42,
    promotedKilobytes: 0.3,
  },
  // The cookie of a visit is known since it was first opened. A check that wrote or decrypted something would do so for each request.
  "forward-auth check": {
    promises: 1.1,
    ticks: 4.2,
    timers: 2.2,
    crypto: { hash: 0, createCipheriv: 0, createDecipheriv: 0, timingSafeEqual: 0, sign: 0 },
    reads: 0.05,
    writes: 0,
    syncs: 0,
    allocatedKilobytes: 15,
    promotedKilobytes: 0.2,
  },
};

/** The bytes by which the heap after 10,000 flows may exceed the heap after 5,000, both without garbage. */
export const heapGrowthMegabytes = 0.5;

/** The limits of what an interface flow asks of PostgreSQL, with eight people at the same time and 4,000 others in the database. */
export const databaseLimits = {
  /** Fewer than one for each of two look-ups and a redemption, because those of a turn go together. */
  statements: 1.6,
  /** Each of ten connections plans a statement five times and then keeps its plan. */
  plans: 0.3,
  /** Pages that were read, from the memory of the database or from elsewhere. */
  buffers: 32,
  sessionBuffers: 11,
  /** Without those that have a few people each. Whenever the last sign-in moves, PostgreSQL writes an entry of every index of the table. */
  indexesOfAccounts: 7,
  /** Of the service. The smaller the groups in which look-ups and redemptions go out, the more. */
  promises: 66,
  /** Ten connections are described each statement once, and a job may run one that is new. */
  descriptions: 0.2,
};

/**
 * The limits of how many modules a service on SQLite has loaded: each takes time at the start, and memory for as long as it runs. The
 * last ones that were let in read the rules for claims of a stored client, and the hosts and path rules of one that a proxy protects.
 */
export const moduleLimits = {
  "until it is ready": { own: 373, ofPackages: 10 },
  "after the first login page": { own: 396, ofPackages: 10 },
};
