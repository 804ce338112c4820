import assert from "node:assert/strict";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const createClient = [
  "client",
  "create",
  "--name",
  "Wiki",
  "--redirect-uri",
  "https://wiki.example/cb",
  "--openid",
];
const createUser = [
  "user",
  "create",
  "--username",
  "ada",
  "--password-stdin",
  "--attribute",
  "department=Engines",
];
const password = "violet anchor puzzles 83\n";

test("claims by rule are added, previewed for a person, listed and removed", async () => {
  await using folder = await openFolder();
  const [user] = await folder.json(createUser, password);
  assert.deepEqual([user?.attributes, user?.claims], [{ department: "Engines" }, {}]);
  await folder.json(["group", "create", "staff"]);
  await folder.json(["group", "add", "staff", "ada"]);
  const [client] = await folder.json(createClient);
  const id = String(client?.client_id);
  const claim = (...words: readonly string[]) => folder.run(["client", "claim", ...words]);
  const role = await claim(
    "add",
    id,
    "role",
    "--from",
    "groups",
    "--map",
    "staff=Editor",
    "--single",
    "--in",
    "userinfo",
  );
  assert.equal(role.exitCode, 0, role.stderr);
  assert.match(role.stdout, /^role: groups \(staff → Editor; the first alone\) in userinfo$/m);
  assert.match(role.stderr, new RegExp(`client claim preview ${id} USER`));
  await claim("add", id, "department", "--from", "claim:department");
  await claim("add", id, "internal", "--const", "true");
  const [preview] = await folder.json(["client", "claim", "preview", id, "ada"]);
  assert.deepEqual(
    [preview?.id_token, preview?.userinfo, preview?.access_token],
    [
      { department: "Engines", internal: true },
      { role: "Editor", department: "Engines", internal: true },
      {},
    ],
  );
  const [listed] = await folder.json(["client", "claim", "list", id]);
  const rules = (await folder.json(["client", "show", id]))[0]?.claim_rules;
  assert.deepEqual(listed?.claim_rules, rules);
  assert.equal((rules as readonly unknown[]).length, 3);
  // The printed rules are those that `client update` takes.
  const words = (rules as readonly unknown[]).flatMap((rule) => ["--claim-rule", JSON.stringify(rule)]);
  assert.deepEqual((await folder.json(["client", "update", id, ...words]))[0]?.claim_rules, rules);
  assert.match((await claim("remove", id, "role")).stdout, /^department: department\ninternal: true$/m);
  assert.match((await claim("remove", id, "role")).stderr, /no rule of this name/);
});

test("a rule that cannot work is refused with the reason, and groups that rules name stay", async () => {
  await using folder = await openFolder();
  await folder.json(["group", "create", "staff"]);
  const [client] = await folder.json(createClient);
  const id = String(client?.client_id);
  const refused = async (words: readonly string[], exitCode: number, why: RegExp) => {
    const answer = await folder.run(["client", "claim", "add", id, ...words]);
    assert.equal(answer.exitCode, exitCode, answer.stderr);
    assert.match(answer.stderr, why);
  };
  await refused(["email", "--const", "x"], 4, /vouches for\. Choose another name/);
  await refused(["role", "--from", "groups", "--map", "Editor"], 2, /value=word/);
  await refused(["role", "--from", "groups", "--map", "staf=Editor"], 3, /There is no group staf/);
  await refused(["role", "--const", "x", "--if-group", "staf"], 3, /There is no group staf/);
  await folder.json(["client", "claim", "add", id, "role", "--const", "x", "--if-group", "staff"]);
  const kept = await folder.run(["group", "delete", "staff"]);
  assert.equal(kept.exitCode, 4);
  assert.match(kept.stderr, /rules for claims of the application Wiki .* name this group/);
  const third = await folder.run(["client", "update", id, "--third-party"]);
  assert.match(third.stderr, /People agree to the scopes/);
});

test("attributes are set, changed and taken away beside claims", async () => {
  await using folder = await openFolder();
  await folder.json(createUser, password);
  const update = async (...words: readonly string[]) =>
    (await folder.json(["user", "update", "ada", ...words]))[0];
  const more = await update("--attribute", "cost_center=42", "--claim", "given_name=Ada");
  assert.deepEqual(
    [more?.attributes, more?.claims],
    [{ cost_center: "42", department: "Engines" }, { given_name: "Ada" }],
  );
  assert.deepEqual((await update("--attribute", "department="))?.attributes, { cost_center: "42" });
  const wrong = await folder.run(["user", "update", "ada", "--attribute", "given_name=Ada"]);
  assert.match(wrong.stderr, /given_name is a claim of OpenID Connect/);
  assert.match(
    (await folder.run(["user", "update", "ada", "--attribute", "Cost=1"])).stderr,
    /lowercase letters/,
  );
});

test("an application behind a proxy gets headers and nothing else, and no other application gets them", async () => {
  await using folder = await openFolder();
  await folder.json(createUser, password);
  const protect = ["client", "create", "--name", "Files", "--protect", "https://files.example.org"];
  const [files] = await folder.json(protect);
  const [wiki] = await folder.json(createClient);
  const add = (client: typeof files, name: string, ...more: readonly string[]) =>
    folder.run(["client", "claim", "add", String(client?.client_id), name, "--const", "x", ...more]);
  assert.equal((await add(files, "X-Role", "--in", "header")).exitCode, 0);
  assert.match((await add(files, "role")).stderr, /gets headers and no tokens\. Put role in a header/);
  assert.match((await add(files, "X-Real-IP", "--in", "header")).stderr, /Choose another name/);
  assert.match(
    (await add(wiki, "X-Role", "--in", "header")).stderr,
    /Only an application that a proxy protects gets headers/,
  );
  const [preview] = await folder.json(["client", "claim", "preview", String(files?.client_id), "ada"]);
  assert.deepEqual(preview?.header, { "x-role": "x" });
  for (const proxy of ["nginx", "caddy", "traefik", "haproxy", "envoy"]) {
    const { stdout } = await folder.run(["client", "show", String(files?.client_id), "--proxy", proxy]);
    assert.match(stdout, /X-Role/i, proxy);
    assert.doesNotMatch(stdout, /Authorization: ""|request_header -Authorization|del-header Authorization/);
  }
  const on = await folder.run(["client", "update", String(files?.client_id), "--app-passwords"]);
  assert.equal(on.exitCode, 0, on.stderr);
  for (const [proxy, line] of [
    ["nginx", 'proxy_set_header Authorization "";'],
    ["caddy", "request_header -Authorization"],
    ["traefik", 'Authorization: ""'],
    ["haproxy", "http-request del-header Authorization"],
    ["envoy", "- remove: authorization"],
  ] as const) {
    const { stdout } = await folder.run(["client", "show", String(files?.client_id), "--proxy", proxy]);
    assert.ok(stdout.includes(line), proxy);
    // After the question, which needs the header.
    assert.ok(stdout.lastIndexOf(line) > stdout.indexOf("/.latchkey/check") || proxy === "haproxy", proxy);
  }
  assert.match(
    (await folder.run(["client", "update", String(wiki?.client_id), "--app-passwords"])).stderr,
    /Only an application that a proxy protects has --app-passwords/,
  );
});
