import assert from "node:assert/strict";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const machine = ["client", "create", "--machine", "--name", "Nightly"];
const orders = "https://api.example/orders";
const stock = "https://api.example/stock";

test("client create --machine registers a service with its APIs and scope, and needs no redirect URI", async () => {
  await using folder = await openFolder();
  const [client] = await folder.json([
    ...[...machine, "--api", orders, "--resource", stock],
    ...["--scope", "orders:read", "--scope", "stock:read"],
  ]);
  assert.match(String(client?.client_secret), /^lks[A-Za-z0-9]{40}$/);
  assert.deepEqual(
    [
      client?.machine,
      client?.machine_scope,
      client?.redirect_uris,
      client?.grant_types,
      client?.response_types,
    ],
    [true, ["orders:read", "stock:read"], [], ["client_credentials"], []],
  );
  assert.deepEqual(new Set(client?.resources as string[]), new Set([orders, stock]));
  const id = String(client?.client_id);
  const { stdout } = await folder.run(["client", "show", id]);
  assert.match(stdout, /^Kind +interface, machine$/m);
  assert.match(stdout, /^May ask for +orders:read$/m);
  const [changed] = await folder.json(["client", "update", id, "--api", stock, "--scope", "stock:read"]);
  assert.deepEqual([changed?.resources, changed?.machine_scope], [[stock], ["stock:read"]]);
});

test("client create --machine --audience registers the server of an API, which only introspects", async () => {
  await using folder = await openFolder();
  const created = await folder.run([...machine, "--audience", orders]);
  assert.equal(created.exitCode, 0, created.stderr);
  assert.match(created.stderr, /Introspection endpoint:/);
  assert.doesNotMatch(created.stderr, /Authorization endpoint:/);
});

test("client create --machine says at once which scope no API has, and that it names no API", async () => {
  await using folder = await openFolder();
  await folder.json([
    "api",
    "create",
    "--resource",
    orders,
    "--name",
    "Orders",
    "--scope",
    "orders:read=See",
  ]);
  const typo = await folder.run([...machine, "--api", `${orders}`, "--scope", "orders:raed"]);
  assert.match(typo.stderr, /orders:raed is no scope of its APIs.*api scope add RESOURCE/);
  const right = await folder.run([...machine, "--api", orders, "--scope", "orders:read"]);
  assert.doesNotMatch(right.stderr, /is no scope|no API/);
  const without = await folder.run([...machine, "--api", orders]);
  assert.match(without.stderr, /may ask for no scope.*client update lkc\w+ --scope VALUE/);
  assert.doesNotMatch(right.stderr, /may ask for no scope/);
  const bare = await folder.run(machine);
  assert.match(bare.stderr, /registered for no API.*--api RESOURCE --scope VALUE/);
  const findings = await folder.json(["doctor", "--port", "0"]);
  const found = findings.filter(({ check, state }) => check === "APIs" && state === "warning");
  assert.equal(found.length, 1, JSON.stringify(found));
  assert.match(String(found[0]?.detail), /may ask for orders:raed, which none of its APIs has/);
});

test("client create --machine refuses what only means something with people, and client update changes no kind", async () => {
  await using folder = await openFolder();
  const rows = [
    [["--redirect-uri", "https://app.example/cb"], /has no redirect URI/],
    [["--refresh"], /--refresh would do nothing/],
    [["--third-party"], /--third-party would do nothing/],
    [["--public"], /cannot prove who it is/],
    [["--scope", "two values"], /is not a scope value of an API/],
  ] as const;
  for (const [options, expected] of rows) {
    const refused = await folder.run([...machine, ...options]);
    assert.equal(refused.exitCode, 4, refused.stderr);
    assert.match(refused.stderr, expected);
  }
  const app = ["client", "create", "--name", "App", "--redirect-uri", "https://app.example/cb"];
  assert.match((await folder.run([...app, "--scope", "orders:read"])).stderr, /with --machine/);
  const [client] = await folder.json([...machine, "--api", orders]);
  const [person] = await folder.json(app);
  const updates = [
    [client?.client_id, "--no-machine"],
    [person?.client_id, "--machine"],
  ] as const;
  for (const [id, option] of updates) {
    const refused = await folder.run(["client", "update", String(id), option]);
    assert.equal(refused.exitCode, 4);
    assert.match(refused.stderr, /fixed when it is registered/);
  }
  const tried = await folder.run(["client", "try", String(client?.client_id)]);
  assert.equal(tried.exitCode, 4);
  assert.match(tried.stderr, /is a machine, so nobody signs in to it/);
});
