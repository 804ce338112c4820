import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openFolder } from "./command-line.ts";

const wiki = "https://wiki.example.org";
const password = "violet anchor puzzles 83\n";

let folder: Awaited<ReturnType<typeof openFolder>>;
let id: string;

before(async () => {
  folder = await openFolder();
  for (const name of ["staff", "board"]) await folder.json(["group", "create", name]);
  for (const name of ["ada", "bob", "carol"])
    await folder.json(["user", "create", "--username", name, "--password-stdin"], password);
  for (const [group, name] of [
    ["staff", "ada"],
    ["staff", "bob"],
    ["board", "ada"],
    ["board", "carol"],
  ] as const)
    await folder.json(["group", "add", group, name]);
  const rules = ["GET /feed public", "/admin/* group=board require=two", "/Vault group=board"];
  const words = rules.flatMap((rule) => ["--path", rule]);
  const [made = {}] = await folder.json([
    "client",
    "create",
    "--protect",
    wiki,
    "--only-group",
    "staff",
    ...words,
  ]);
  id = String(made.client_id);
});
after(() => folder[Symbol.asyncDispose]());

test("client access says who may open a path, by which rule, and lists the people in both of its groups", async () => {
  const ask = async (...words: readonly string[]) =>
    (await folder.json(["client", "access", id, ...words]))[0] ?? {};
  const admin = await ask("--path", "/admin/users?x=1");
  assert.deepEqual(
    [admin.outcome, admin.rule, admin.origin, admin.path, admin.strength],
    ["guarded", { number: 2, text: "/admin/* group=board require=two" }, wiki, "/admin/users", "two"],
  );
  assert.deepEqual(admin.groups, [[{ group: "staff", people: 2 }], [{ group: "board", people: 2 }]]);
  const { items, total, next } = admin.people as {
    items: { username: string }[];
    total: number;
    next: null;
  };
  assert.deepEqual([items.map(({ username }) => username), total, next], [["ada"], 1, null]);
  const open = await ask("--path", `${wiki}/notes`);
  assert.deepEqual([open.outcome, open.rule], ["guarded", null]);
  assert.equal((open.people as { total: number }).total, 2);
  const { stdout } = await folder.run(["client", "access", id, "--path", "/admin"]);
  assert.match(
    stdout,
    /^GET +https:\/\/wiki\.example\.org\/admin is open to people who are in staff and who are in board, signed in with two factors \(rule 2: /m,
  );
  assert.match(stdout, /^May open it +1 person\n +ada$/m);
});

test("a rule with methods leaves the others to signed-in people, and client access shows both", async () => {
  const [feed] = await folder.json(["client", "access", id, "--path", "/feed"]);
  assert.deepEqual([feed?.outcome, feed?.people], ["public", null]);
  const methods = feed?.methods as { methods: string[]; outcome: string; rule: { number: number } | null }[];
  assert.deepEqual(
    methods.map(({ methods: names, outcome, rule }) => [names, outcome, rule?.number]),
    [
      [["GET", "HEAD"], "public", 1],
      [[], "guarded", undefined],
    ],
  );
  const [posted] = await folder.json(["client", "access", id, "--path", "/feed", "--method", "POST"]);
  assert.deepEqual([posted?.outcome, posted?.rule], ["guarded", null]);
});

test("client access and why tell whether a person may open a path, and what is lacking", async () => {
  const ask = async (user: string, path: string) => {
    const [answer = {}] = await folder.json(["client", "access", id, "--path", path, "--user", user]);
    const [why] = await folder.json(["why", "--client", id, "--user", user, "--path", path]);
    assert.deepEqual(answer?.person, why, "both say the same");
    assert.equal(answer?.people, null);
    const { opens, rules } = why as {
      opens: boolean;
      rules: { rule: string; outcome: string; value: string }[];
    };
    return { opens, of: (name: string) => rules.find(({ rule }) => rule === name) };
  };
  const bob = await ask("bob", "/admin");
  assert.equal(bob.opens, false);
  const { value = "", ...lacking } = bob.of("path") ?? {};
  assert.deepEqual(lacking, { rule: "path", outcome: "blocks", command: "latchkey group add board bob" });
  assert.match(value, /rule 2: .*; the person is in staff$/);
  assert.match(
    bob.of("strength")?.value ?? "",
    /^needs two factors \(.*path: two.*the account can prove one factor/,
  );
  const carol = await ask("carol", "/admin");
  assert.deepEqual(
    [carol.opens, carol.of("path")?.outcome, carol.of("groups")?.outcome],
    [false, "passes", "blocks"],
  );
  const ada = await ask("ada", "/admin");
  assert.deepEqual([ada.opens, ada.of("strength")?.outcome], [true, "asks"]);
  assert.equal((await ask("bob", "/notes")).opens, true);
  await folder.json(["user", "disable", "carol"]);
  assert.equal((await ask("carol", "/feed")).opens, true, "nobody is asked who they are");
  for (const path of ["/x/../admin", "/ADMIN/x", "/vault"]) {
    const refused = await ask("ada", path);
    assert.deepEqual(
      [refused.opens, refused.of("path")?.outcome, refused.of("account")],
      [false, "blocks", undefined],
    );
  }
});

test("client access refuses what is no question about a protected application", async () => {
  const plain = ["client", "create", "--name", "x", "--redirect-uri", "https://x.example/cb"];
  const [other = {}] = await folder.json(plain);
  for (const [words, exitCode, sentence] of [
    [
      [id, "--path", "https://other.example/"],
      3,
      /has no host https:\/\/other\.example; it has https:\/\/wiki/,
    ],
    [[id, "--path", "/é"], 4, /visible ASCII/],
    [[id, "--path", "/a", "--method", "get"], 4, /capital letters/],
    [[String(other.client_id), "--path", "/a"], 3, /No proxy protects this application/],
    [["none", "--path", "/a"], 3, /no such client/],
    [[id, "--path", "/a", "--user", "nobody"], 3, /no such account/],
  ] as const) {
    const said = await folder.run(["client", "access", ...words]);
    assert.match(said.stderr, sentence, words.join(" "));
    assert.equal(said.exitCode, exitCode, words.join(" "));
  }
});
