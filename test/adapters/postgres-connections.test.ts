import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "pg";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { StoreUnopenable } from "../../src/adapters/store.ts";
import { grantId, grantWith, noon } from "../storage-contract/samples.ts";
import { freePort } from "../support/free-port.ts";
import { startPgbouncer, withoutPgbouncer } from "../support/pgbouncer.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUser } from "../support/postgres-user.ts";
import { settledWithin } from "../support/until.ts";

const server = await startPostgres();
after(() => server.remove());

const options = { skip: withoutPgbouncer };
const modes = ["session", "transaction", "statement"] as const;
let poolers = 0;
const person = { user: "latchkey", password: "not-a-secret" };

/** A database for each mode, and the way to it through a pooler. */
async function startPooler(isRoundRobin: boolean) {
  poolers += 1;
  const name = (mode: string) => `${mode}_${poolers}`;
  const direct = await server.newSchema();
  for (const mode of modes) await server.query(direct, `CREATE DATABASE ${name(mode)}`);
  const databases = modes.map(
    (mode) => `${mode} = host=127.0.0.1 port=${server.port} dbname=${name(mode)} pool_mode=${mode}`,
  );
  return startPgbouncer({ databases, ...person, isRoundRobin });
}

function through({ port }: { readonly port: number }, mode: string): string {
  return `postgres://${person.user}:${person.password}@127.0.0.1:${port}/${mode}`;
}

const open = (url: string) => openPostgresStore({ url, clock: { now: () => noon } });

test("hosts that do not answer, refuse or are read-only are passed over; without any the message says what is wrong with each", async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { readonly port: number };
  const closed = await freePort();
  const url = await server.newSchema();
  const hosts = (...ports: readonly number[]) =>
    url.replace(`127.0.0.1:${server.port}`, ports.map((each) => `127.0.0.1:${each}`).join(","));
  try {
    const store = await settledWithin(5_000, open(hosts(closed, port, server.port)));
    assert.equal(await store.grants.redeem(grantWith(grantId(1))), "redeemed");
    await store.close();
    const readOnly = `${hosts(closed, server.port)}%20-cdefault_transaction_read_only%3Don`;
    await assert.rejects(open(readOnly), {
      name: "StoreUnopenable",
      message: `Cannot open postgres://127.0.0.1:${closed},127.0.0.1:${server.port}/postgres: no server can be written (127.0.0.1:${closed}: ECONNREFUSED; 127.0.0.1:${server.port}: the server is a standby that cannot be written). Start or promote a primary, or correct LATCHKEY_DATABASE_URL.`,
    });
    // A wrong password is the answer, and no reason to ask the next host.
    await assert.rejects(
      open(hosts(closed, server.port).replace("not-a-secret", "guess")),
      /user or password/,
    );
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});

test("TLS: a mode that asks for it checks the certificate and its name, as libpq's verify-full does", async () => {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-tls-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "ca.pem")];
  const request = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
  ];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", [...request, ...subject, "-keyout", key, "-out", certificate], { stdio: "ignore" });
  const { uid, gid } = postgresUser();
  if (uid !== undefined && gid !== undefined)
    for (const path of [folder, key, certificate]) await chown(path, uid, gid);
  const url = await server.newSchema();
  const named = url.replace("127.0.0.1", "localhost");
  const root = `sslrootcert=${encodeURIComponent(certificate)}`;
  await assert.rejects(
    open(`${named}&sslmode=verify-full&${root}`),
    /the server has no TLS\. Turn it on there/,
  );
  for (const [name, value] of [
    ["ssl_cert_file", certificate],
    ["ssl_key_file", key],
    ["ssl", "on"],
  ])
    await server.query(url, `ALTER SYSTEM SET ${name} = '${value}'`);
  await server.query(url, "SELECT pg_reload_conf()");
  try {
    for (const mode of ["verify-full", "verify-ca", "require", "prefer"]) {
      const store = await open(`${named}&sslmode=${mode}&${root}`);
      await store.close();
      await assert.rejects(open(`${url}&sslmode=${mode}&${root}`), /certificate is for another name/, mode);
      await assert.rejects(
        open(`${named}&sslmode=${mode}`),
        /is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
        mode,
      );
    }
    for (const weak of ["sslmode=require&uselibpqcompat=true", "sslmode=no-verify"])
      await (await open(`${url}&${weak}`)).close();
    await assert.rejects(
      open(`${named}&sslmode=verify-full&sslrootcert=/none.pem`),
      /the file \/none\.pem cannot be read/,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a pooler that keeps a session for each connection is fine", options, async () => {
  await using pooler = await startPooler(false);
  const store = await open(through(pooler, "session"));
  try {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const redeemed = await Promise.all(
      numbers.map((number) => store.grants.redeem(grantWith(grantId(number)))),
    );
    assert.deepEqual([...new Set(redeemed)], ["redeemed"]);
    assert.equal((await store.status()).isReady, true);
    assert.deepEqual((await store.check()).problems, []);
    await store.expiry.makeRoom(noon);
  } finally {
    await store.close();
  }
});

for (const isRoundRobin of [false, true])
  test(
    `G22: a pooler that shares sessions is refused, ${isRoundRobin ? "in turns" : "the latest first"}`,
    options,
    async () => {
      await using pooler = await startPooler(isRoundRobin);
      for (const mode of ["transaction", "statement"]) {
        await requireRefused(through(pooler, mode));
        const others = Array.from(
          { length: 4 },
          () => new Client({ connectionString: through(pooler, mode) }),
        );
        let isBusy = true;
        const busy = others.map(async (client) => {
          await client.connect();
          while (isBusy) await client.query("SELECT 1");
          await client.end();
        });
        for (let tries = 0; tries < 10; tries += 1) await requireRefused(through(pooler, mode));
        isBusy = false;
        await Promise.all(busy);
      }
    },
  );

async function requireRefused(url: string): Promise<void> {
  await assert.rejects(open(url), (error) => {
    assert.ok(error instanceof StoreUnopenable);
    assert.match(
      error.message,
      /the pooler there shares sessions .* Set pool_mode = session for this database/,
    );
    assert.ok(!error.message.includes(person.password));
    assert.equal(error.exitCode, 78);
    return true;
  });
}
