import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { openAdministration } from "../../src/administration.ts";
import { applyAtStart, findDrift } from "../../src/compose/declared.ts";
import { configOf } from "../support/in-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { openEmptyFolder, openFolder } from "./command-line.ts";

const secrets = {
  NOTES_SECRET: "quiet-amber-lantern-walks-north",
  ACME_SECRET: "what acme gave us",
};

/** One of everything that can be declared, with references in a circle. */
const whole = `
groups:
  - group: staff
apis:
  - resource: https://orders.example
    name: Orders
    may_exchange_for: [https://stock.example]
    scopes:
      - name: orders:read
        sentence: See your orders
        translations: { de: Ihre Bestellungen sehen }
  - resource: https://stock.example
    name: Stock
    token_format: jwt
    token_lifetime_seconds: 120
    may_exchange_for: [https://orders.example]
upstreams:
  - upstream: acme
    kind: oidc
    issuer: https://acme.example
    client_id: us
    secret: env:ACME_SECRET
    domains: [Acme.Example]
    group_claim: roles
    group_map: { Employees: staff }
clients:
  - client_id: notes
    name: Notes
    redirect_uris: [https://notes.example/cb]
    profile: strict
    openid: true
    refresh: true
    only_groups: [staff]
    resources: [https://orders.example]
    brand_name: Notes Inc.
    brand_accent: "#7a1f5c"
    secret: env:NOTES_SECRET
  - client_id: app
    name: App
    public: true
    redirect_uris: [https://app.example/cb]
    disabled: true
  - client_id: robot
    name: Robot
    machine: true
webhooks:
  - url: HTTP://127.0.0.1:9
    acts: [client-created]
    disabled: true
`;

/** An installation, and a way to run commands on a file of it. */
async function openDeclared(text: string) {
  const folder = await openFolder();
  const declare = (content: string) => writeFile(join(folder.path, "state.yaml"), content);
  await declare(text);
  const apply = (...words: string[]) => folder.run(["apply", "state.yaml", ...words], { env: secrets });
  const plan = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await apply("--plan", "--json", ...words);
    assert.ok(exitCode === 0 || exitCode === 2, stderr);
    const { items } = JSON.parse(stdout);
    assert.equal(exitCode, items.length === 0 ? 0 : 2);
    return items as {
      section: string;
      name: string;
      act: string;
      members: { member: string }[];
      secret: boolean;
    }[];
  };
  return { ...folder, declare, apply, plan, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const shortened = (changes: Awaited<ReturnType<Awaited<ReturnType<typeof openDeclared>>["plan"]>>) =>
  changes.map(({ act, section, name, members, secret }) =>
    [act, section, name, ...members.map(({ member }) => member), ...(secret ? ["secret"] : [])].join(" "),
  );

test("K5: a state is planned, applied once, and then there is nothing to do; every entry names the reason, and nothing shows a secret", async () => {
  await using folder = await openDeclared(whole);
  const planned = await folder.plan();
  assert.equal(planned.length, 8);
  assert.deepEqual((await folder.json(["client", "list"])).length, 0);
  const applied = await folder.apply("--reason", "commit 4711");
  assert.equal(applied.exitCode, 0, applied.stderr);
  assert.match(applied.stderr, /Done: 8 created, 0 changed, 0 deleted\./);
  assert.match(applied.stdout, /clients robot has a new secret, which is shown this once: lks/);
  assert.match(applied.stdout, /webhooks \S+ has a new secret, which is shown this once: whsec_/);
  assert.deepEqual(await folder.plan(), []);
  const entries = await folder.json(["audit", "list", "--limit", "100"]);
  const acts = entries.filter(({ act }) => act !== "audit-began" && act !== "webhook-changed");
  for (const { details } of acts) assert.equal((details as { reason?: string }).reason, "commit 4711");
  assert.equal(acts.length, 9);
  const again = await folder.apply();
  assert.match(again.stderr, /Everything is as declared/);
  assert.equal((await folder.json(["audit", "list", "--limit", "100"])).length, entries.length);
  const said = [
    applied.stdout,
    applied.stderr,
    JSON.stringify([planned, entries]),
    (await folder.run(["export", "config"])).stdout,
  ];
  for (const secret of Object.values(secrets)) for (const text of said) assert.ok(!text.includes(secret));
  const [notes] = await folder.json(["client", "show", "notes"]);
  assert.deepEqual([notes?.openid, notes?.profile, notes?.secrets], [true, "strict", 1]);
});

test("what is exported is what is there: nothing to do on the same service, and byte-identical from an empty one", async () => {
  await using folder = await openDeclared(whole);
  assert.equal((await folder.apply()).exitCode, 0);
  const exported = (await folder.run(["export", "config"])).stdout;
  await folder.declare(exported);
  assert.deepEqual(await folder.plan("--prune"), []);
  // As its comment says, the references are filled in.
  const filled = exported.replaceAll("# secret: env:", "secret: env:").replace(/.*ROBOT_SECRET.*\n/, "");
  await using other = await openDeclared(filled);
  const applied = await other.apply();
  assert.equal(applied.exitCode, 0, applied.stderr);
  assert.equal((await other.run(["export", "config"])).stdout, exported);
  await other.run(["export", "config", "written.yaml"]);
  assert.equal((await readFile(join(other.path, "written.yaml"), "utf8")).trimEnd(), exported.trimEnd());
  const [state] = await other.json(["export", "config"]);
  assert.deepEqual(Object.keys(state ?? {}), ["groups", "apis", "upstreams", "clients", "webhooks"]);
});

test("a declared thing gets the defaults for members that are not named and keeps its secret; a thing that is not declared stays", async () => {
  await using folder = await openDeclared(whole);
  assert.equal((await folder.apply()).exitCode, 0);
  await folder.declare(`
apis:
  - resource: https://orders.example
    name: Orders
clients:
  - client_id: notes
    name: Notes
    redirect_uris: [https://notes.example/cb]
`);
  assert.deepEqual(shortened(await folder.plan()), [
    "update apis https://orders.example scopes may_exchange_for",
    "update clients notes profile openid refresh brand_name brand_accent only_groups resources",
  ]);
  assert.equal((await folder.apply()).exitCode, 0);
  const [notes] = await folder.json(["client", "show", "notes"]);
  assert.deepEqual([notes?.openid, notes?.only_groups, notes?.secrets], [false, [], 1]);
  assert.equal((await folder.json(["client", "list"])).length, 3);
});

test("--prune deletes what is not declared, in the parts that are, and without a terminal only with --yes", async () => {
  await using folder = await openDeclared(whole);
  assert.equal((await folder.apply()).exitCode, 0);
  await folder.declare("groups: []\nclients: []\n");
  assert.deepEqual(await folder.plan(), []);
  const planned = shortened(await folder.plan("--prune"));
  assert.deepEqual(planned, [
    "delete clients app",
    "delete clients notes",
    "delete clients robot",
    "delete groups staff",
  ]);
  const unasked = await folder.apply("--prune");
  assert.deepEqual([unasked.exitCode, (await folder.json(["client", "list"])).length], [4, 3]);
  assert.match(unasked.stderr, /would delete 4 things, and nobody can be asked/);
  assert.equal((await folder.apply("--prune", "--yes")).exitCode, 0);
  assert.deepEqual(await folder.json(["client", "list"]), []);
  assert.equal((await folder.json(["api", "list"])).length, 2);
});

test("a secret that changed is replaced, and the plan says so without it", async () => {
  await using folder = await openDeclared(whole);
  assert.equal((await folder.apply()).exitCode, 0);
  const env = { NOTES_SECRET: "other-amber-lantern-walks-north", ACME_SECRET: "another" };
  const planned = await folder.run(["apply", "state.yaml", "--plan"], { env });
  assert.equal(planned.exitCode, 2);
  assert.equal(
    planned.stdout,
    "~ upstreams acme\n    secret: replaced by the declared one\n~ clients notes\n    secret: replaced by the declared one\n",
  );
  assert.equal((await folder.run(["apply", "state.yaml"], { env })).exitCode, 0);
  assert.equal((await folder.run(["apply", "state.yaml", "--plan"], { env })).exitCode, 0);
});

const refusals: Readonly<Record<string, readonly [text: string, expected: RegExp]>> = {
  "a group that is nowhere": [
    "clients: [{ client_id: a, name: A, redirect_uris: [https://a.example], only_groups: [none] }]",
    /state\.yaml:1: .*There is no group none/,
  ],
  "a redirect URI that cannot be registered": [
    "clients:\n  - client_id: a\n    name: A\n    redirect_uris: [nowhere]\n",
    /state\.yaml:4: redirect_uris: nowhere cannot be registered/,
  ],
  "the same client twice": [
    "clients:\n  - &a { client_id: a, name: A, machine: true }\n  - *a\n",
    /state\.yaml:3: .*a is declared twice/,
  ],
  "the same API in two spellings": [
    "apis:\n  - { resource: https://a.example, name: A }\n  - { resource: https://a.example/, name: A }\n",
    /state\.yaml:3: /,
  ],
  "a client of the service itself": [
    "clients: [{ client_id: latchkeyconsole, name: A, machine: true }]",
    /client_id: A client id has/,
  ],
  "an id that is an address": [
    "clients: [{ client_id: https://a.example/app, name: A, machine: true }]",
    /client_id: A client id has/,
  ],
  "an exchange for an API that is nowhere": [
    "apis: [{ resource: https://a.example, name: A, may_exchange_for: [https://b.example] }]",
    /may_exchange_for: /,
  ],
  "a secret of a client that has none": [
    "clients: [{ client_id: a, name: A, public: true, redirect_uris: [https://a.example], secret: env:NOTES_SECRET }]",
    /A public client has no secret/,
  ],
};

describe("a declaration that would be refused changes nothing, not even what comes before it", () => {
  let folder: Awaited<ReturnType<typeof openDeclared>>;
  before(async () => {
    folder = await openDeclared("");
  });
  after(() => folder[Symbol.asyncDispose]());

  for (const [name, [text, expected]] of Object.entries(refusals))
    it(name, async () => {
      await folder.declare(`${text}\ngroups: [{ group: earlier }]\n`);
      const { exitCode, stderr } = await folder.apply();
      assert.match(stderr, expected);
      assert.ok([3, 4, 5].includes(exitCode ?? 0), `${exitCode}`);
      assert.deepEqual(await folder.json(["group", "list"]), []);
    });

  it("a member that never changes is named with the repair", async () => {
    await folder.declare("clients: [{ client_id: a, name: A, machine: true }]");
    assert.equal((await folder.apply()).exitCode, 0);
    await folder.declare(
      "clients: [{ client_id: a, name: A, public: true, redirect_uris: [https://a.example] }]",
    );
    assert.match((await folder.apply()).stderr, /public cannot be changed.*Declare another client/);
  });
});

test("each file of docs/declared-state.md is applied as it is printed", async () => {
  const text = await readFile(resolve(import.meta.dirname, "../../docs/declared-state.md"), "utf8");
  const files = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, file = ""]) => file);
  assert.equal(files.length, 4);
  await using folder = await openDeclared("");
  await writeFile(join(folder.path, "nightly-report.secret"), `${secrets.NOTES_SECRET}\n`);
  for (const file of files) {
    await folder.declare(file);
    const { exitCode, stderr } = await folder.apply();
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual(await folder.plan(), []);
  }
});

test("--schema prints the published schema, which names every member that is exported", async () => {
  await using folder = await openDeclared(whole);
  const { stdout } = await folder.run(["apply", "--schema"]);
  const published = await readFile(
    resolve(import.meta.dirname, "../../docs/declared-state.schema.json"),
    "utf8",
  );
  assert.deepEqual(JSON.parse(stdout), JSON.parse(published));
  assert.match(JSON.parse(stdout).properties.clients.items.properties.secret.pattern, /env/);
});

test("K6: kill -9 in the middle of an apply leaves each thing whole, and the next apply finishes", async () => {
  const names = Array.from({ length: 400 }, (_, index) => `client${1_000 + index}`);
  const clients = names.map(
    (name) =>
      `  - { client_id: ${name}, name: ${name}, openid: true, only_groups: [staff], disabled: true, redirect_uris: [https://${name}.example/cb], secret: env:NOTES_SECRET }`,
  );
  await using folder = await openDeclared(`groups: [{ group: staff }]\nclients:\n${clients.join("\n")}\n`);
  const database = new DatabaseSync(join(folder.path, "data", "latchkey.db"), {
    timeout: 5_000,
    readOnly: true,
  });
  const count = () => Number(database.prepare("SELECT count(*) AS n FROM clients").get()?.n);
  let cut = 0;
  for (const more of [1, 20, 60]) {
    const wanted = count() + more;
    await using running = folder.begin(["apply", "state.yaml"], secrets);
    while (count() < wanted && running.process.exitCode === null) await wait(1);
    running.process.kill("SIGKILL");
    await running.ended;
    const left = await folder.json(["client", "list", "--limit", "1000"]);
    if (left.length < names.length) cut++;
    for (const client of left)
      assert.deepEqual(
        [client.openid, client.only_groups, client.disabled, client.secrets],
        [true, ["staff"], true, 1],
        String(client.client_id),
      );
  }
  database.close();
  assert.ok(cut > 0, "no kill came in the middle");
  const finished = await folder.apply();
  assert.equal(finished.exitCode, 0, finished.stderr);
  assert.deepEqual(await folder.plan("--prune"), []);
  const kept = await folder.json(["client", "list", "--limit", "1000"]);
  assert.deepEqual(kept.map(({ client_id: id }) => id).sort(), names);
});

test("K4: no reference reaches a file with settings, nor one that only .env names for a secret", async () => {
  await using folder = await openFolder();
  const refusalOf = async (name: string) => {
    const state = `clients:\n  - client_id: notes\n    name: Notes\n    secret: "file:${name}"\n`;
    await writeFile(join(folder.path, "state.yaml"), state);
    const { exitCode, stderr } = await folder.run(["apply", "state.yaml", "--plan"]);
    return `${exitCode} ${stderr}`;
  };
  await writeFile(join(folder.path, "mail"), "smtp://latchkey:hunter2hunter2@mail.example.org");
  assert.doesNotMatch(await refusalOf("mail"), /is a secret of the service/);
  await writeFile(
    join(folder.path, ".env"),
    "LATCHKEY_SMTP_URL_FILE=mail\nLATCHKEY_MAIL_FROM=a@example.org\n",
  );
  for (const name of ["mail", ".env"]) {
    const said = await refusalOf(name);
    assert.match(said, new RegExp(`^4 .*state\\.yaml:4: ${name} is a secret of the service`));
    assert.doesNotMatch(said, /hunter2/);
  }
});

describe("LATCHKEY_APPLY", () => {
  it("is applied before the service answers, and doctor says what differs since", async () => {
    await using folder = await openEmptyFolder();
    await writeFile(
      join(folder.path, "state.yaml"),
      `${whole}users: [{ username: grace.hopper, admin: true }]\n`,
    );
    const env = { ...secrets, LATCHKEY_APPLY: "state.yaml", LATCHKEY_PORT: "0", LATCHKEY_METRICS_PORT: "0" };
    await using service = folder.begin(["serve"], env);
    const lines: Record<string, string>[] = [];
    while (!lines.some(({ msg }) => msg === "listening")) lines.push(JSON.parse(await service.nextLine()));
    assert.equal((await folder.json(["client", "list"])).length, 3);
    assert.ok(lines.some(({ msg, section }) => msg === "state-applied" && section === "users"));
    assert.ok(!JSON.stringify(lines).includes("grace.hopper"), "the log names nobody");
    const [grace] = await folder.json(["user", "show", "grace.hopper"]);
    assert.equal(grace?.admin, true);
    const doctor = async () =>
      (await folder.run(["doctor", "--json"], { env })).stdout
        .split("\n")
        .filter((line) => line.includes('"declared state"'))
        .map((line) => JSON.parse(line));
    assert.deepEqual(
      (await doctor()).map(({ state }) => state),
      ["ok"],
    );
    await folder.json(["client", "update", "notes", "--name", "Other"]);
    const [drift] = await doctor();
    const metrics = lines.find(({ msg }) => msg === "metrics-listening")?.url ?? assert.fail();
    assert.match(await (await fetch(metrics)).text(), /^latchkey_declared_state_differences 1$/m);
    assert.deepEqual([drift.state, drift.figures.differences], ["warning", 1]);
    assert.match(drift.detail, /clients notes/);
    const created = (await folder.json(["audit", "list", "--act", "client-created"]))[0];
    assert.partialDeepStrictEqual(created, {
      actor: { kind: "system" },
      details: { reason: "LATCHKEY_APPLY" },
    });
  });

  it("starts without an administrator of a group who has deleted their account, and doctor names them", async () => {
    await using folder = await openEmptyFolder();
    await writeFile(
      join(folder.path, "state.yaml"),
      "groups:\n  - { group: staff, administrators: [grace, ada] }\nusers: [{ username: ada }]\n",
    );
    const env = { LATCHKEY_APPLY: "state.yaml", LATCHKEY_PORT: "0" };
    await using service = folder.begin(["serve"], env);
    while (!(await service.nextLine()).includes('"listening"'));
    const administrators = async () => (await folder.json(["group", "show", "staff"]))[0]?.administrators;
    const drift = async () =>
      (await folder.run(["doctor", "--json"], { env })).stdout
        .split("\n")
        .filter((line) => line.includes('"declared state"'))
        .map((line) => JSON.parse(line))[0];
    assert.match(JSON.stringify(await administrators()), /^\[{[^}]*"username":"ada"}\]$/);
    const gone = await drift();
    assert.equal(gone.state, "failed");
    assert.match(gone.detail, /state\.yaml:2: administrators: There is no account grace/);
    assert.match(gone.repair, /take the name out of the file, before somebody else signs up with it/);
    await folder.json(["user", "create", "--username", "grace", "--password-random"]);
    const differs = await drift();
    assert.deepEqual([differs.state, differs.figures?.differences], ["warning", 1]);
    assert.match(differs.detail, /groups staff/);
  });

  it("refuses the start for a faulty file, with cause, line and repair, and prints no secret", async () => {
    await using folder = await openEmptyFolder();
    await writeFile(
      join(folder.path, "state.yaml"),
      `clients:\n  - client_id: a\n    name: A\n    secret: ${secrets.NOTES_SECRET}\n`,
    );
    const env = { LATCHKEY_APPLY: "state.yaml", LATCHKEY_PORT: "0" };
    const { exitCode, stdout, stderr } = await folder.run(["serve"], { env });
    assert.equal(exitCode, 78);
    assert.match(
      stderr,
      /LATCHKEY_APPLY: state\.yaml:4: secret: A secret never stands in the file\. Write env:NAME/,
    );
    assert.ok(!`${stdout}${stderr}`.includes(secrets.NOTES_SECRET));
  });

  const engines = {
    SQLite: async () => ({ environment: {}, remove: async () => {} }),
    PostgreSQL: async () => {
      const server = await startPostgres();
      const environment = { LATCHKEY_DATABASE_URL: await server.newSchema() };
      return { environment, remove: () => server.remove() };
    },
  };
  for (const [engine, open] of Object.entries(engines))
    it(`K7: two nodes that start at once bring ${engine} to the declared state once`, async () => {
      await using folder = await openFolder();
      const { environment, remove } = await open();
      const file = join(folder.path, "state.yaml");
      await writeFile(file, `${whole}users: [{ username: ada, email: a@example.org, groups: [staff] }]\n`);
      Object.assign(process.env, secrets);
      const config = configOf(folder.path, {
        LATCHKEY_DATA_DIR: join(folder.path, "nodes"),
        LATCHKEY_SECRET: "a-master-key-that-every-node-is-given",
        ...environment,
      });
      const nodes = [await openAdministration(config), await openAdministration(config)] as const;
      try {
        const applied = await Promise.all(nodes.map((node) => applyAtStart(node, config, file)));
        assert.ok(applied.flat().length >= 9);
        for (const node of nodes)
          assert.deepEqual(await findDrift(node, config, file), { ok: true, value: [] });
        const { items } = await nodes[0].store.auditTrail.list({ limit: 100 });
        const created = items.filter(({ act }) => act === "client-created").map(({ target }) => target?.id);
        assert.deepEqual(created.sort(), ["app", "notes", "robot"]);
        assert.equal(items.filter(({ act }) => act === "user-created").length, 1);
      } finally {
        for (const node of nodes) await node.close();
        for (const name of Object.keys(secrets)) delete process.env[name];
        await remove();
      }
    });
});
