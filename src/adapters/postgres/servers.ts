import { Socket } from "node:net";
import { Pool, type PoolClient } from "pg";
import type { PostgresAddress } from "../../values/postgres-address.ts";
import type { ConnectionCounts } from "../store.ts";
import { systemStopwatch } from "../system/clock.ts";
import { connectionOptions, lossOf, type ServerLimits, setUp, watchCommits } from "./connect.ts";
import { isLoss, isQueueTimeout } from "./errors.ts";

const connectionsMax = 10;
const idleMilliseconds = 300_000;
/** After every host has failed, calls are refused at once for this long, which doubles up to the second figure. */
const [pauseMilliseconds, pauseMillisecondsMax] = [50, 1_000];

interface Server {
  readonly name: string;
  readonly pool: Pool;
}

interface PoolLimits extends ServerLimits {
  readonly queryMilliseconds: number;
}

/**
 * The servers that an address names, one of which is writable: a bounded pool of connections to that one. When it goes away or
 * becomes a standby, the others are tried in the order of the address.
 */
export class Servers {
  readonly #servers: readonly [Server, ...Server[]];
  readonly #sockets = new Set<Socket>();
  #current: Server;
  /** Goes up with each lost connection; older connections are not trusted any more. */
  #generation = 0;
  readonly #generations = new WeakMap<PoolClient, number>();
  /** Since the last round in which no host could be written. */
  #pause: { readonly endsAt: number; readonly milliseconds: number; readonly failure: unknown } | undefined;

  constructor(address: PostgresAddress, limits: PoolLimits) {
    const [first, ...others] = address.hosts;
    const open = ({ name, url }: { readonly name: string; readonly url: string }): Server => {
      const pool = new Pool({
        connectionString: url,
        ...connectionOptions(address),
        max: connectionsMax,
        idleTimeoutMillis: idleMilliseconds,
        query_timeout: limits.queryMilliseconds,
        stream: () => this.#newSocket(),
        onConnect: (client) => setUp(client, limits),
      });
      this.#watch(pool);
      return { name, pool };
    };
    this.#servers = [open(first), ...others.map(open)];
    this.#current = this.#servers[0];
  }

  /** Host and port of the server in use. */
  get current(): string {
    return this.#current.name;
  }

  /** A number that rises with each lost connection. The server in use may not know what a server before it answered. */
  get generation(): number {
    return this.#generation;
  }

  /** A connection to the writable server. Rejects with the failure of every host if there is none. */
  async connect(): Promise<PoolClient> {
    if (this.#pause && systemStopwatch() < this.#pause.endsAt) throw this.#pause.failure;
    const failures = new Map<string, unknown>();
    for (const _ of this.#servers) {
      const server = this.#current;
      try {
        const client = await this.#trusted(server.pool);
        this.#pause = undefined;
        return client;
      } catch (error) {
        // A queue for busy connections says nothing about the server.
        if (!isLoss(error) || isQueueTimeout(error)) throw error;
        failures.set(server.name, error);
        if (this.#current === server) this.#current = this.#next(server);
      }
    }
    const failure = lossOf(failures);
    const milliseconds = this.#pause
      ? Math.min(2 * this.#pause.milliseconds, pauseMillisecondsMax)
      : pauseMilliseconds;
    this.#pause = { endsAt: systemStopwatch() + milliseconds, milliseconds, failure };
    throw failure;
  }

  /** Takes a connection back; after the loss of one its idle neighbours are closed instead of being tried one after the other. */
  release(client: PoolClient, isLost: boolean): void {
    if (isLost) this.#generation += 1;
    client.release(isLost);
  }

  /** How many connections are busy and idle, and how many calls wait for one. */
  connections(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#current.pool;
    return { used: totalCount - idleCount, idle: idleCount, awaited: waitingCount };
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map(({ pool }) => pool.end()));
    // A silent server never closes its end; the process need not wait for it.
    for (const socket of this.#sockets) socket.unref();
  }

  async #trusted(pool: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (this.#generations.get(client) === this.#generation) return client;
      client.release(true);
    }
  }

  #next(server: Server): Server {
    return this.#servers[(this.#servers.indexOf(server) + 1) % this.#servers.length] ?? server;
  }

  #watch(pool: Pool): void {
    // The pool has already dropped an idle connection that ends, and opens another on demand.
    pool.on("error", () => {
      this.#generation += 1;
    });
    pool.on("connect", (client) => {
      this.#generations.set(client, this.#generation);
      // A connection may end between two statements of a transaction: the next statement rejects.
      client.on("error", () => undefined);
      watchCommits(client);
    });
  }

  #newSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once("close", () => this.#sockets.delete(socket));
  }
}
