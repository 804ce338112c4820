import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, it } from "node:test";
import { clientTemplates } from "../../src/flows/operator/client-template.ts";
import { openFolder } from "./command-line.ts";

const redirectUris: Readonly<Record<string, string>> = {
  web: "https://app.example/callback",
  spa: "https://app.example/callback",
  native: "com.example.app:/callback",
  interface: "https://app.example/callback",
};

function create(template: string, ...options: readonly string[]): string[] {
  const redirectUri = redirectUris[template];
  return [
    ...["client", "create", "--name", "My app", "--template", template],
    ...(redirectUri === undefined ? [] : ["--redirect-uri", redirectUri]),
    ...options,
  ];
}

/** What the guide says that each template stands for. */
function optionsInGuide(template: string): readonly string[] {
  const guide = readFileSync(new URL("../../docs/registering.md", import.meta.url), "utf8");
  const row = guide
    .split("\n")
    .find((line) => line.startsWith(`| \`${template}\``) && line.includes("| `--"));
  return row?.split("|")[3]?.trim().replaceAll("`", "").split(" ") ?? [];
}

/** What a new client is, without what no other one has. */
function propertiesOf(client: Readonly<Record<string, unknown>> = {}): object {
  const { client_id: _, client_secret: __, created_at: ___, next_commands: ____, ...properties } = client;
  return properties;
}

describe("client create --template", async () => {
  const folder = await openFolder();
  after(() => folder[Symbol.asyncDispose]());

  for (const { name } of clientTemplates)
    it(`${name} registers the client that the options in the guide register`, async () => {
      const [made] = await folder.json(create(name));
      const redirectUri = redirectUris[name];
      const [same] = await folder.json([
        ...["client", "create", "--name", "My app", ...optionsInGuide(name)],
        ...(redirectUri === undefined ? [] : ["--redirect-uri", redirectUri]),
      ]);
      assert.deepEqual(propertiesOf(made), propertiesOf(same));
      assert.equal(typeof made?.client_secret, typeof same?.client_secret);
    });

  for (const [name, libraries] of [
    ["web", ["openid-client (Node)", "Auth.js", "Spring Boot", "Authlib", "Passport", "golang.org/x/oauth2"]],
    ["spa", ["openid-client (Node)", "oidc-client-ts (browser)"]],
    ["native", ["openid-client (Node)", "golang.org/x/oauth2"]],
    ["device", ["openid-client (Node), as a device"]],
    ["machine", ["openid-client (Node), as a machine", "golang.org/x/oauth2/clientcredentials"]],
    ["interface", ["Passport", "golang.org/x/oauth2"]],
  ] as const)
    it(`${name} prints settings with the id of the new client for ${libraries.join(", ")}`, async () => {
      const { stdout, stderr } = await folder.run(create(name));
      const [details = "", ...settings] = stdout.split(/^# /m);
      const id = /^Client ID +(lkc\w+)$/m.exec(details)?.[1] ?? "none";
      const secret = /^Client secret +(lks\w+)$/m.exec(details)?.[1];
      for (const library of libraries) {
        const text = settings.find((each) => each.startsWith(library)) ?? "";
        assert.ok(text.includes(id), `${library}: ${stdout}`);
        if (secret !== undefined) assert.ok(text.includes(secret), library);
        assert.ok(text.includes("http://localhost:8080"), library);
      }
      const redirectUri = redirectUris[name] ?? "";
      assert.ok(settings.some((text) => text.includes(redirectUri)));
      assert.doesNotMatch(stdout, /\\u/, "nothing is escaped");
      if (secret !== undefined) assert.ok(!stderr.includes(secret), "the secret is data");
      assert.match(stderr, /Undo: .*client delete lkc/);
    });

  it("m2m is another name of machine, and options of a machine add to it", async () => {
    const api = "https://api.example/orders";
    const [made] = await folder.json(create("m2m", "--api", api, "--scope", "orders:read"));
    assert.equal(made?.machine, true);
    assert.deepEqual(made?.resources, [api]);
    const { stdout } = await folder.run(create("m2m", "--api", api, "--scope", "orders:read"));
    assert.match(
      stdout,
      /clientCredentialsGrant\(config, \{ scope: "orders:read", resource: "https:[^"]+" \}\)/,
    );
  });

  it("an option adds to what the template says", async () => {
    const [made] = await folder.json(create("web", "--refresh", "--require", "two"));
    assert.deepEqual(made?.grant_types, ["authorization_code", "refresh_token"]);
    assert.equal(made?.openid, true);
    assert.equal(made?.require, "two");
    const { stdout } = await folder.run(create("web", "--refresh"));
    assert.match(stdout, /scope: "openid profile email offline_access"/);
  });

  it("spa signs ID tokens with ES256, and an option overrules it", async () => {
    const [made, overruled] = await Promise.all([
      folder.json(create("spa")),
      folder.json(create("spa", "--id-token-alg", "RS256")),
    ]);
    assert.equal(made[0]?.id_token_signed_response_alg, "ES256");
    assert.equal(overruled[0]?.id_token_signed_response_alg, "RS256");
  });

  it("an option that the template excludes is refused, and nothing is registered", async () => {
    const before = await folder.json(["client", "list"]);
    for (const words of [
      create("machine", "--openid"),
      create("machine", "--redirect-uri", "https://a.example/"),
    ])
      assert.equal((await folder.run(words)).exitCode, 4);
    assert.equal((await folder.json(["client", "list"])).length, before.length);
  });

  it("for a client that needs more than a secret it prints no settings, and says why", async () => {
    const { stdout, stderr } = await folder.run(create("web", "--dpop"));
    assert.doesNotMatch(stdout, /^# /m);
    assert.match(
      stderr,
      /There are no ready settings for an application that .* binds its tokens to a key\./,
    );
  });

  it("without --template no settings are printed", async () => {
    const { stdout } = await folder.run([
      ...["client", "create", "--name", "My app", "--redirect-uri", "https://app.example/callback"],
    ]);
    assert.doesNotMatch(stdout, /^# /m);
  });

  it("an unknown template is refused with the names of those there are, and the help lists them", async () => {
    const unknown = await folder.run(create("vue", "--redirect-uri", "https://a.example/"));
    assert.equal(unknown.exitCode, 2);
    assert.match(
      unknown.stderr,
      /--template: "vue" does not work\. It must be a kind of application \(web, spa, native, device, machine, interface, m2m\) or/,
    );
    const { stdout } = await folder.run(["client", "create", "--help"]);
    for (const { name, label } of clientTemplates)
      assert.match(stdout, new RegExp(`^  ${name} +${label}$`, "m"));
    assert.match(stdout, /^ {2}m2m +the same as machine$/m);
  });
});

describe("client create --template, with an application that people run", async () => {
  const folder = await openFolder();
  after(() => folder[Symbol.asyncDispose]());
  const grafana = ["client", "create", "--template", "grafana"];

  it("registers it under its own name and prints its settings with id and secret, and the secret once", async () => {
    const { stdout, stderr } = await folder.run([...grafana, "--host", "https://dash.example/"]);
    const id = /^Client ID +(lkc\w+)$/m.exec(stdout)?.[1] ?? "none";
    const secret = /^Client secret +(lks\w+)$/m.exec(stdout)?.[1] ?? "none";
    assert.match(stdout, /^Name +Grafana$/m);
    for (const line of [
      "# In grafana.ini",
      "root_url = https://dash.example/",
      `client_id = ${id}`,
      `client_secret = ${secret}`,
      "auth_url = http://localhost:8080/v1/Oauth/authorization",
    ])
      assert.ok(stdout.split("\n").includes(line), `${line}\n${stdout}`);
    assert.ok(!stderr.includes(secret), "the secret is data");
    assert.match(stderr, /docs\/apps\/grafana\.md/);
    const [shown] = await folder.json(["client", "show", id]);
    assert.deepEqual(shown?.redirect_uris, ["https://dash.example/login/generic_oauth"]);
    assert.deepEqual(shown?.post_logout_redirect_uris, ["https://dash.example/login"]);
    assert.equal(shown?.profile, "strict");
    assert.equal(shown?.openid, true);
  });

  it("protects an application that knows no OpenID Connect at its proxy, with its public paths", async () => {
    const words = ["client", "create", "--template", "netbox", "--host", "https://racks.example/"];
    const [made] = await folder.json(words);
    assert.deepEqual(
      [made?.name, made?.protect, made?.path_rules],
      ["NetBox", ["https://racks.example"], ["/api/* public"]],
    );
    const shown = await folder.run(["client", "show", String(made?.client_id), "--proxy", "caddy"]);
    assert.match(shown.stdout, /racks\.example/);
    const again = await folder.run(words.with(-1, "https://other.example"));
    assert.match(again.stdout, /# In `configuration\.py`|# In configuration\.py/);
    assert.match(again.stderr, /Behind nginx: .*client show lkc\w+ --proxy nginx/);
  });

  it("takes another name and further options", async () => {
    const [made] = await folder.json([
      ...[...grafana, "--host", "https://dash.example", "--name", "Dashboards", "--require", "two"],
    ]);
    assert.equal(made?.name, "Dashboards");
    assert.equal(made?.require, "two");
  });

  it("without its address it registers nothing and says what to add", async () => {
    const { exitCode, stderr } = await folder.run(grafana);
    assert.equal(exitCode, 2);
    assert.match(stderr, /The option --host <url> is missing\.\n.*--host https:\/\/grafana\.example\.org/);
    const wrong = await folder.run([...grafana, "--host", "dash.example"]);
    assert.equal(wrong.exitCode, 2);
    assert.match(
      wrong.stderr,
      /--host: "dash\.example" does not work\. The address of the application must start with/,
    );
    const open = await folder.run([...grafana, "--host", "http://dash.example"]);
    assert.equal(open.exitCode, 4);
  });

  it("a name that is nearly right is suggested", async () => {
    const { exitCode, stderr } = await folder.run(["client", "create", "--template", "graffana"]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /Did you mean grafana \(Grafana\)/);
  });
});
