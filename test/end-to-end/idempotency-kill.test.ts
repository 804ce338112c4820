import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type LiveService, startService } from "../support/service.ts";

const rounds = 6;
const perRound = 12;

/** What a creation was answered; undefined where the connection broke off. */
interface Answered {
  readonly status: number;
  readonly problem: string | undefined;
  readonly retryAfter: number;
  readonly id: string | undefined;
}

interface Installation {
  readonly environment: Readonly<Record<string, string>>;
  /** Ends every lease, as a minute does. */
  endLeases(service: LiveService): Promise<void>;
}

function promises(install: () => Promise<Installation>): void {
  let service: LiveService;
  let installation: Installation;
  let token: string;

  before(async () => {
    installation = await install();
    service = await startService(installation.environment);
    const words = ["token", "create", "--scope", "clients:write", "--scope", "clients:read"];
    token = (await service.run([...words, "--base-url", service.url])).stdout.trim();
  });
  after(() => service[Symbol.asyncDispose]());

  const send = (target: string, init: RequestInit = {}) =>
    fetch(`${service.url}/admin/api/v1${target}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...init.headers },
    });

  async function create(name: string): Promise<Answered | undefined> {
    try {
      const answer = await send("/clients", {
        method: "POST",
        headers: { "idempotency-key": name },
        body: JSON.stringify({ name, redirect_uris: ["https://app.example/cb"] }),
      });
      const json: Record<string, unknown> = Object.fromEntries(
        Object.entries((await answer.json()) as object),
      );
      const named = String(json.client_id ?? /client (\S+)\)/.exec(String(json.detail))?.[1] ?? "");
      return {
        status: answer.status,
        problem: json.type === undefined ? undefined : String(json.type).split("#")[1],
        retryAfter: Number(answer.headers.get("retry-after")),
        id: named === "" ? undefined : named,
      };
    } catch (error) {
      // Fetch reports a connection that broke off by this error, and no other.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }

  it("I16: a creation that kill -9 cuts off happens once, and its key is free again or tells what was created", async () => {
    const ids = new Map<string, string | undefined>();
    let cut = 0;
    for (let round = 0; round < rounds; round += 1) {
      const names = Array.from({ length: perRound }, (_, index) =>
        `app ${round} ${index}`.replaceAll(" ", "-"),
      );
      const sent = names.map((name) => create(name));
      await Promise.race(sent);
      await service.kill9();
      const first = await Promise.all(sent);
      await service.start();
      const again = await Promise.all(names.map((name) => create(name)));
      await installation.endLeases(service);
      for (const [index, name] of names.entries()) {
        const early = again[index];
        if (early?.status === 409) {
          assert.equal(early.problem, "request-under-way");
          assert.ok(early.retryAfter >= 1 && early.retryAfter <= 60, `${early.retryAfter} s`);
        } else assert.equal(early?.status, 201);
        const last = await create(name);
        if (last?.status !== 201) assert.deepEqual([last?.status, last?.problem], [409, "response-lost"]);
        if (early?.status === 201) assert.equal(early.id, last?.id);
        if (first[index] === undefined) cut += 1;
        else assert.deepEqual([first[index].status, first[index].id], [201, last?.id]);
        ids.set(name, last?.id);
      }
    }
    assert.ok(cut > 0, "every creation was answered before its process was killed");
    for (const [name, id] of ids) {
      const { items, total } = (await (await send(`/clients?q=${name}`)).json()) as {
        readonly items: readonly { readonly name: string; readonly client_id: string }[];
        readonly total: number;
      };
      const found = items.filter((item) => item.name === name).map(({ client_id }) => client_id);
      assert.deepEqual(found, [id], `${name}: ${total}`);
    }
  });
}

const endLeases = "UPDATE idempotency_keys SET leased_until = 0";

describe("creations with a key and kill -9, on SQLite", () =>
  promises(async () => ({
    environment: {},
    endLeases: async ({ dataDir }) => {
      const database = new DatabaseSync(path.join(dataDir, "latchkey.db"), { timeout: 5_000 });
      database.exec(endLeases);
      database.close();
    },
  })));

describe("creations with a key and kill -9, on PostgreSQL", () => {
  let server: PostgresServer;
  after(() => server.remove());
  promises(async () => {
    server = await startPostgres();
    const secret = "a-master-key-that-every-node-is-given";
    const url = await server.newSchema();
    return {
      environment: { LATCHKEY_DATABASE_URL: url, LATCHKEY_SECRET: secret },
      endLeases: async () => {
        await server.query(url, endLeases);
      },
    };
  });
});
