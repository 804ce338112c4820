import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { proxyNames } from "../../src/flows/operator/proxy-files.ts";
import { openFolder } from "./command-line.ts";

const wiki = "https://wiki.example.org";

function stateIn(folder: string, text: string): string {
  const file = join(folder, "state.yaml");
  writeFileSync(file, text);
  return file;
}

test("client create --protect registers a host, its rules and its groups, and needs neither a name nor a redirect URI", async () => {
  await using folder = await openFolder();
  await folder.json(["group", "create", "staff"]);
  const words = ["--protect", wiki, "--protect", "https://notes.example.org:8443", "--only-group", "staff"];
  const rules = ["--path", "/admin/* group=staff require=two", "--public-path", "/assets/*", "--assertion"];
  const [made = {}] = await folder.json(["client", "create", ...words, ...rules]);
  assert.equal(made.name, "wiki.example.org");
  assert.equal(made.client_secret, undefined);
  assert.deepEqual(made.redirect_uris, [
    `${wiki}/.latchkey/callback`,
    "https://notes.example.org:8443/.latchkey/callback",
  ]);
  assert.deepEqual(made.path_rules, ["/assets/* public", "/admin/* group=staff require=two"]);
  assert.deepEqual([made.assertion, made.public], [true, true]);
  const id = String(made.client_id);
  await folder.json(["client", "update", id, "--no-only-group"]);
  const kept = await folder.run(["group", "delete", "staff"]);
  assert.equal(kept.exitCode, 4);
  assert.match(
    kept.stderr,
    /rules for paths of the application .* name this group[\s\S]*client update lkc\w+ --remove-path RULE/,
  );
  const [changed = {}] = await folder.json(["client", "update", id, "--protect", wiki]);
  assert.deepEqual(changed.redirect_uris, [`${wiki}/.latchkey/callback`]);
  assert.deepEqual(changed.path_rules, made.path_rules);
});

test("client update adds a rule for a path before the others, removes one, and says which rules cannot decide any more", async () => {
  await using folder = await openFolder();
  const guarded = ["--path", "/ghost/* signed-in", "--path", "/* public"];
  const [made = {}] = await folder.json(["client", "create", "--protect", wiki, ...guarded]);
  const update = (...words: readonly string[]) =>
    folder.run(["client", "update", String(made.client_id), "--json", ...words]);
  const rulesOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).path_rules;
  const added = await update("--add-path", "/ghost/api/* public");
  assert.deepEqual(rulesOf(added), ["/ghost/api/* public", "/ghost/* signed-in", "/* public"]);
  assert.doesNotMatch(added.stderr, /never decides/);
  const wide = await update("--add-path", "/ghost/* public");
  assert.match(
    wide.stderr,
    /^In this order, rule 2 \(\/ghost\/api\/\* public\) never decides, because rule 1 \(\/ghost\/\* public\) stands before it and fits the same requests\.$/m,
  );
  assert.match(wide.stderr, /^In this order, rule 3 \(\/ghost\/\* signed-in\) never decides/m);
  const removed = await update("--remove-path", "/ghost/* public");
  assert.deepEqual(rulesOf(removed), rulesOf(added));
  assert.doesNotMatch(removed.stderr, /never decides/);
  const absent = await update("--remove-path", "/ghost/*  public");
  assert.equal(absent.exitCode, 3);
  assert.match(absent.stderr, /no rule `\/ghost\/\* {2}public`[\s\S]*client show lkc\w+/);
  const { stdout } = await folder.run(["audit", "list", "--json"]);
  assert.match(stdout, /"changed":"addPathRules"/);
  assert.match(stdout, /"changed":"removePathRules"/);
  const help = await folder.run(["client", "update", "--help"]);
  assert.match(help.stdout, /--add-path <rule> +add a rule before the others/);
});

test("an application is protected from its registration on or never, and a host belongs to one", async () => {
  await using folder = await openFolder();
  const [made = {}] = await folder.json(["client", "create", "--protect", wiki]);
  const id = String(made.client_id);
  const plain = ["client", "create", "--name", "x", "--redirect-uri", "https://x.example/cb"];
  const [other = {}] = await folder.json(plain);
  const refused: readonly (readonly [RegExp, readonly string[], number])[] = [
    [/Another client protects one of these hosts/, ["client", "create", "--protect", wiki], 5],
    [/is fixed when it is registered/, ["client", "update", id, "--no-protect"], 4],
    [
      /is fixed when it is registered/,
      ["client", "update", String(other.client_id), "--protect", "https://y.example"],
      4,
    ],
    [
      /Leave out --redirect-uri/,
      ["client", "create", "--protect", "https://y.example", "--redirect-uri", "https://y.example/cb"],
      4,
    ],
    [/--openid would do nothing/, ["client", "create", "--protect", "https://y.example", "--openid"], 4],
    [/Only an application that a proxy protects has --path/, [...plain, "--path", "/a public"], 4],
    [/here that is https:\/\/y\.example\./, ["client", "create", "--protect", "https://y.example/a"], 4],
    [/needs https:/, ["client", "create", "--protect", "http://y.example"], 4],
    [
      /is not a rule for a path/,
      ["client", "create", "--protect", "https://y.example", "--path", "/a;b public"],
      4,
    ],
    [
      /There is no group nobody/,
      ["client", "create", "--protect", "https://y.example", "--path", "/a group=nobody"],
      3,
    ],
    [
      /No proxy protects this application/,
      ["client", "show", String(other.client_id), "--proxy", "nginx"],
      3,
    ],
  ];
  for (const [sentence, words, exitCode] of refused) {
    const said = await folder.run(words);
    assert.match(said.stderr, sentence, words.join(" "));
    assert.equal(said.exitCode, exitCode, words.join(" "));
  }
});

test("client show --proxy prints files that name the host, clear every header that applications trust, and ask about every request", async () => {
  await using folder = await openFolder();
  const [made = {}] = await folder.json(["client", "create", "--protect", wiki]);
  for (const proxy of proxyNames) {
    const { stdout, stderr } = await folder.run(["client", "show", String(made.client_id), "--proxy", proxy]);
    assert.match(stderr, /^File: \/etc\//m);
    assert.match(stdout, /wiki\.example\.org/);
    assert.match(stdout, new RegExp(`/\\.latchkey/check/${proxy}`));
    assert.match(stdout, /LATCHKEY_TRUSTED_PROXIES/);
    for (const name of ["remote-user", "remote-email", "remote-name", "remote-groups", "latchkey-assertion"])
      assert.ok(stdout.toLowerCase().includes(name), `${proxy} ${name}`);
  }
});

test("GHSA-x677-9fxg-v5c5: every printed file removes what a visitor sends under an alias of a header", async () => {
  await using folder = await openFolder();
  const [made = {}] = await folder.json(["client", "create", "--protect", wiki]);
  await folder.run([
    ...["client", "claim", "add", String(made.client_id), "X-Webauth-Role"],
    ...["--const", "editor", "--in", "header"],
  ]);
  // test/deploy/forward-auth.test.ts sends them to the proxies.
  const removals: Readonly<Record<string, readonly string[]>> = {
    nginx: ["underscores_in_headers off;", "ignore_invalid_headers on;", 'proxy_set_header Remote_User "";'],
    caddy: ["request_header -*_*", "request_header -*.*"],
    traefik: [
      ...['Remote_User: ""', 'Remote.User: ""', 'X_Original_URL: ""', 'X.HTTP.Method.Override: ""'],
      "aliasHeadersStrategy: delete",
      ...['X-Webauth_Role: ""', 'X_Webauth-Role: ""', 'X.Webauth_Role: ""', 'X-HTTP_Method-Override: ""'],
    ],
    haproxy: ["http-request del-header [^A-Za-z0-9-] -m reg"],
    envoy: [
      "remove: x-webauth-role",
      'remove_on_match: { key_matcher: { safe_regex: { regex: "[^:].*[^a-z0-9-].*" } } }',
    ],
  };
  for (const proxy of proxyNames) {
    const { stdout } = await folder.run(["client", "show", String(made.client_id), "--proxy", proxy]);
    for (const line of removals[proxy] ?? []) assert.ok(stdout.includes(line), `${proxy} ${line}`);
  }
});

test("the files of Traefik and Envoy: every router, service, middleware and cluster that is named is there", async () => {
  await using folder = await openFolder();
  const [made = {}] = await folder.json(["client", "create", "--protect", wiki]);
  const show = async (proxy: string) =>
    parse((await folder.run(["client", "show", String(made.client_id), "--proxy", proxy])).stdout);
  const { http } = await show("traefik");
  for (const router of Object.values<{ service: string; middlewares?: readonly string[] }>(http.routers)) {
    assert.ok(http.services[router.service], router.service);
    for (const name of router.middlewares ?? []) assert.ok(http.middlewares[name], name);
  }
  const { static_resources: resources } = await show("envoy");
  const clusters = resources.clusters.map(({ name }: { name: string }) => name);
  const [manager] = resources.listeners[0].filter_chains[0].filters;
  const { route_config: routes, http_filters: filters } = manager.typed_config;
  for (const { route } of routes.virtual_hosts[0].routes) assert.ok(clusters.includes(route.cluster));
  const order = filters.map(({ name }: { name: string }) => name.split(".").at(-1));
  assert.deepEqual(order, ["header_mutation", "ext_authz", "router"]);
  assert.equal(filters[1].typed_config.failure_mode_allow, false);
});

test("a protected application comes back from its declared state as it was", async () => {
  await using folder = await openFolder();
  await folder.json(["group", "create", "staff"]);
  await folder.json(["client", "create", "--protect", wiki, "--path", "/admin/* group=staff"]);
  const { stdout } = await folder.run(["export", "config"]);
  assert.match(stdout, /protect:/);
  assert.doesNotMatch(stdout, /redirect_uris|public: true/);
  const file = stateIn(folder.path, stdout);
  const again = await folder.run(["apply", file]);
  assert.match(again.stdout + again.stderr, /Everything is as declared/);
  await using empty = await openFolder();
  assert.equal((await empty.run(["apply", stateIn(empty.path, stdout)])).exitCode, 0);
  assert.equal((await empty.run(["export", "config"])).stdout, stdout);
});

test("a change that its proxy must know of names the command that prints the configuration, also for programs; another change does not", async () => {
  await using folder = await openFolder();
  const [made = {}] = await folder.json(["client", "create", "--protect", wiki]);
  const id = String(made.client_id);
  const commands = proxyNames.map((proxy) => new RegExp(` client show ${id} --proxy ${proxy}$`));
  const hint =
    /Give its proxy the new configuration before you rely on the change: .* client show lkc\w+ --proxy nginx \(or caddy,/;
  for (const [words, isForProxy] of [
    [["client", "update", id, "--app-passwords"], true],
    [["client", "update", id, "--app-passwords"], false],
    [["client", "update", id, "--name", "Wiki"], false],
    [["client", "update", id, "--no-app-passwords"], true],
    [["client", "update", id, "--protect", "https://other.example.org"], true],
    [["client", "claim", "add", id, "X-Team", "--const", "blue", "--in", "header"], true],
    [["client", "claim", "add", id, "X-Team", "--const", "red", "--in", "header"], false],
    [["client", "claim", "remove", id, "X-Team"], true],
  ] as const) {
    const { stdout, stderr, exitCode } = await folder.run([...words, "--json"]);
    assert.equal(exitCode, 0, stderr);
    const next: readonly string[] | undefined = JSON.parse(stdout).next_commands;
    assert.equal(next?.length, isForProxy ? commands.length : undefined, words.join(" "));
    for (const [index, command] of (next ?? []).entries()) assert.match(command, commands[index] ?? /^$/);
    assert.equal(hint.test(stderr), isForProxy, `${words.join(" ")}: ${stderr}`);
  }
});
