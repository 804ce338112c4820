import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { generateKeyPair, SignJWT } from "jose";
import { FormClient } from "../support/form-client.ts";
import { freePort } from "../support/free-port.ts";
import { type CommandResult, type LiveService, spawnLatchkey, startService } from "../support/service.ts";
import { TestProvider } from "../support/upstream-provider.ts";

type Json = Record<string, unknown>;
interface Row {
  readonly part: string;
  readonly name: string;
  readonly outcome: string;
  readonly there: unknown;
  readonly here: unknown;
  readonly count: number;
  readonly commands: readonly string[];
}

let service: LiveService;
let old: TestProvider;

/** A person as the old provider knows them; the import kept the subject. */
const ada = {
  sub: "f3a1-ada",
  email: "ada@example.org",
  email_verified: true,
  name: "Ada Lovelace",
  preferred_username: "ada",
  given_name: "Ada",
  groups: ["/Staff", "/Berlin"],
  login: "ada",
  cost_center: "4711",
};

before(async () => {
  service = await startService();
  old = await TestProvider.start(Date.now);
  const people = [
    {
      username: "ada",
      sub: ada.sub,
      email: ada.email,
      email_verified: true,
      name: ada.name,
      groups: ["staff", "berlin"],
    },
    {
      username: "grace",
      sub: "f3a1-grace",
      email: "grace@example.org",
      email_verified: true,
      name: "Grace",
      groups: ["berlin"],
    },
  ].map((person) => JSON.stringify(person));
  const imported = await service.run(
    ["import", "users", "-", "--format", "latchkey", "--create-groups"],
    people.join("\n"),
  );
  assert.equal(imported.exitCode, 0, imported.stderr);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await old[Symbol.asyncDispose]();
});

/** Runs `shadow`, and signs in at the address that it prints, if it prints one. */
async function shadow(
  words: readonly string[],
  input: string,
  signIn: (address: URL) => Promise<unknown> = (address) => fetch(address),
): Promise<CommandResult> {
  const environment = { LATCHKEY_PORT: new URL(service.url).port };
  const child = spawnLatchkey(["shadow", ...words], service.dataDir, environment);
  child.stdin.on("error", () => {}).end(input);
  const said: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    said.push(line);
    const address = /^Sign in at (.*)$/.exec(line)?.[1];
    if (address !== undefined) void signIn(new URL(address));
  });
  const [stdout] = await Promise.all([text(child.stdout), once(child, "close")]);
  return { exitCode: child.exitCode, stdout, stderr: said.join("\n") };
}

/** What the application gets at the old provider: a real sign-in, by its own requests. */
async function answerThere(): Promise<Json> {
  const verifier = "v".repeat(43);
  const redirectUri = "https://shop.example/callback";
  const query = new URLSearchParams({
    client_id: TestProvider.clientId,
    redirect_uri: redirectUri,
    nonce: "n",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  const sent = await fetch(`${old.issuer}/authorize?${query}`, { redirect: "manual" });
  const code = new URL(sent.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const pair = [TestProvider.clientId, TestProvider.clientSecret].map((part) =>
    encodeURIComponent(part).replaceAll("%20", "+"),
  );
  const answer = await fetch(`${old.issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(pair.join(":")).toString("base64")}` },
    body: new URLSearchParams({ code, redirect_uri: redirectUri, code_verifier: verifier }),
  });
  const tokens = (await answer.json()) as Json;
  const userinfo = await fetch(`${old.issuer}/userinfo`);
  return { token_response: tokens, userinfo: await userinfo.json() };
}

function rowsOf(stdout: string): readonly Row[] {
  return JSON.parse(stdout).applications[0].rows;
}

function find(rows: readonly Row[], part: string, name: string): Row | undefined {
  return rows.find((row) => row.part === part && row.name === name);
}

test("shadow signs in at the old provider as the application, says claim by claim what differs, and its commands repair it", async () => {
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const shop = await service.createClient("Shop", [redirectUri], ["--openid"]);
  old.person = ada;
  old.twist = {
    token: (body) => ({ ...body, expires_in: 300, refresh_token: "r", scope: "openid profile email groups" }),
  };
  const ask = [
    ...["--old", old.issuer, "--client", shop.clientId, "--old-client-id", TestProvider.clientId],
    ...["--secret-stdin", "--scope", "openid profile email groups", "--json"],
  ];
  const first = await shadow(ask, `${TestProvider.clientSecret}\n`);
  assert.equal(first.exitCode, 2, first.stderr);
  assert.ok(!`${first.stdout}${first.stderr}`.includes(TestProvider.clientSecret));
  const rows = rowsOf(first.stdout);
  const outcomes = (part: string) =>
    Object.fromEntries(rows.filter((row) => row.part === part).map(({ name, outcome }) => [name, outcome]));
  assert.deepEqual(outcomes("tokens"), {
    id_token: "same",
    id_token_signed_response_alg: "differs",
    id_token_lifetime: "same",
    access_token: "same",
    access_token_lifetime: "differs",
    token_type: "same",
    refresh_token: "missing-here",
    scope: "same",
  });
  const told = outcomes("id_token");
  assert.deepEqual(
    [
      "iss",
      "sub",
      "aud",
      "nonce",
      "exp",
      "email",
      "name",
      "given_name",
      "groups",
      "login",
      "cost_center",
    ].map((name) => told[name]),
    [
      "expected",
      "same",
      "differs",
      "same",
      "same",
      "same",
      "same",
      "missing-here",
      "differs",
      "missing-here",
      "missing-here",
    ],
  );
  assert.equal(find(rows, "id_token", "sub")?.here, ada.sub);
  // Every command is a real one, and each does what it says.
  for (const command of new Set(rows.flatMap(({ commands }) => commands))) {
    const [program, ...words] = command.match(/'[^']*'|\S+/g) ?? [];
    assert.equal(program, "latchkey");
    const answer = await service.run(words.map((word) => word.replaceAll("'", "")));
    assert.equal(answer.exitCode, 0, `${command}: ${answer.stderr}`);
  }
  const again = await shadow(
    [...ask, "--ignore", "access_token_lifetime", "--ignore", "aud"],
    `${TestProvider.clientSecret}\n`,
  );
  const left = rowsOf(again.stdout).filter(({ outcome }) => outcome !== "same" && outcome !== "expected");
  assert.deepEqual(left, []);
  assert.equal(again.exitCode, 0, again.stderr);
  assert.match(again.stderr, /would notice nothing but the new issuer/);
});

test("shadow reads answers from a file, merges people, and writes a page that only its owner can read", async () => {
  const shop = await service.createClient(
    "Wares",
    ["https://shop.example/callback"],
    ["--openid", "--id-token-alg", "ES256"],
  );
  const file = ["-", "--old", old.issuer, "--client", shop.clientId];
  old.twist = {};
  const lines: Json[] = [];
  for (const [sub, groups, role] of [
    [ada.sub, ["/Staff", "/Berlin"], "<b>admin</b>"],
    ["f3a1-grace", ["/Berlin"], "<b>admin</b>"],
  ] as const) {
    old.person = {
      sub,
      groups,
      role,
      email: sub === ada.sub ? ada.email : "grace@example.org",
      email_verified: true,
    };
    lines.push(await answerThere());
  }
  const input = lines.map((line) => JSON.stringify(line)).join("\n");
  const page = join(service.dataDir, "report.html");
  const { exitCode, stdout, stderr } = await shadow([...file, "--html", page, "--json"], input);
  assert.equal(exitCode, 2, stderr);
  const [application] = JSON.parse(stdout).applications;
  assert.equal(application.sign_ins, 2);
  assert.deepEqual(
    application.people.map(({ username, found_by }: Json) => [username, found_by]),
    [
      ["ada", "sub"],
      ["grace", "sub"],
    ],
  );
  const role = find(rowsOf(stdout), "id_token", "role");
  assert.deepEqual([role?.outcome, role?.count], ["missing-here", 2]);
  // One map for ada would be another one for grace, so neither is proposed for the application.
  assert.deepEqual(find(rowsOf(stdout), "id_token", "groups")?.commands, []);
  const html = await readFile(page, "utf8");
  assert.match(html, /^<!doctype html>/);
  assert.ok(html.includes("&lt;b&gt;admin") && !html.includes("<b>admin"));
  assert.ok(!/<script|src=|href=/.test(html));
  assert.equal((await stat(page)).mode & 0o777, 0o600);

  const redacted = await shadow([...file, "--html", page, "--redact"], input);
  const told = `${redacted.stdout}${redacted.stderr}${await readFile(page, "utf8")}`;
  for (const value of ["ada", "grace", "admin<", "Berlin", "example.org"])
    assert.ok(!told.includes(value), value);
  assert.match(redacted.stdout, /^id_token +role +missing-here$/m);
});

test("each command that shadow proposes for an application brings the old answer about: ID token, algorithm, lean, subject, API", async () => {
  const shop = await service.createClient("Office", ["https://shop.example/callback"]);
  const odd = await service.createClient(
    "Odd",
    ["https://shop.example/callback"],
    ["--openid", "--lean-id-token", "--subject-type", "pairwise", "--userinfo-alg", "RS256", "--refresh"],
  );
  const plain = await service.createClient(
    "Plain",
    ["https://shop.example/callback"],
    ["--openid", "--id-token-alg", "ES256"],
  );
  const { privateKey } = await generateKeyPair("ES256");
  const sign = (claims: Json) =>
    new SignJWT(claims).setProtectedHeader({ alg: "ES256", typ: "at+jwt" }).sign(privateKey);
  const accessToken = await sign({
    iss: old.issuer,
    aud: "https://api.example/stock",
    sub: ada.sub,
    iat: 1,
    exp: 2,
  });
  old.person = ada;
  old.twist = {};
  const { token_response: tokens, userinfo } = await answerThere();
  const { sub, email } = ada;
  // At one provider everything is in the ID token, at the other in userinfo alone.
  const whole = {
    scope: "openid email",
    token_response: { ...(tokens as Json), expires_in: 3600, access_token: accessToken },
  };
  old.person = { sub };
  const bare = {
    scope: "openid email",
    token_response: (await answerThere()).token_response,
    userinfo: { sub, email, email_verified: true },
  };
  old.person = ada;
  assert.ok(userinfo);
  const ignored = [
    "aud",
    "access_token_lifetime",
    "client_id",
    "scope",
    ...Object.keys(ada).filter((name) => !["sub", "email"].includes(name)),
  ];
  for (const [client, answer, expected] of [
    [shop, whole, ["--openid", "--id-token-alg ES256", "api create", "--resource https://api.example/stock"]],
    [odd, bare, ["--subject-type public", "--no-userinfo-alg", "--no-refresh", "--id-token-alg ES256"]],
    [odd, whole, ["--no-lean-id-token"]],
    [plain, bare, ["--lean-id-token"]],
  ] as const) {
    const ask = [
      "-",
      "--old",
      old.issuer,
      "--client",
      client.clientId,
      "--json",
      ...ignored.flatMap((name) => ["--ignore", name]),
    ];
    const ran: string[] = [];
    let last = await shadow(ask, JSON.stringify(answer));
    // What a token says is seen once there is one.
    for (let round = 0; round < 3 && last.exitCode === 2; round += 1) {
      for (const command of new Set(rowsOf(last.stdout).flatMap(({ commands }) => commands))) {
        const done = await service.run(command.split(" ").slice(1));
        assert.equal(done.exitCode, 0, `${command}: ${done.stderr}`);
        ran.push(command);
      }
      last = await shadow(ask, JSON.stringify(answer));
    }
    assert.equal(last.exitCode, 0, `${ran.join("; ")} ${last.stdout} ${last.stderr}`);
    for (const words of expected)
      assert.ok(
        ran.some((command) => command.includes(words)),
        `${words}: ${ran.join("; ")}`,
      );
  }
});

test("shadow compares only what the old provider signed, about people and applications that are here", async () => {
  const shop = await service.createClient("Till", ["https://shop.example/callback"], ["--openid"]);
  old.person = ada;
  old.twist = {};
  const honest = await answerThere();
  const { privateKey } = await generateKeyPair("ES256");
  old.twist = { signing: (signing) => ({ ...signing, key: privateKey }) };
  const forged = await answerThere();
  old.twist = { claims: (claims) => ({ ...claims, iss: "https://other.example" }) };
  const foreign = await answerThere();
  old.twist = {};
  old.person = { sub: "nobody" };
  const stranger = await answerThere();
  const lines = [
    forged,
    foreign,
    stranger,
    { ...honest, userinfo: { sub: "somebody else" } },
    { token_response: { error: "invalid_grant" } },
    { token_response: { access_token: "opaque" } },
    { something: "else" },
  ];
  const input = [...lines.map((line) => JSON.stringify(line)), "not JSON", JSON.stringify(honest)].join("\n");
  const { exitCode, stdout } = await shadow(
    ["-", "--old", old.issuer, "--client", shop.clientId, "--json"],
    input,
  );
  assert.equal(exitCode, 1);
  const { refused, applications } = JSON.parse(stdout);
  assert.deepEqual(
    refused.map(({ place, problem }: Json) => `${place} ${problem}`),
    [
      "Line 1 has an ID token that no key of the old provider signed",
      "Line 2 has an ID token of another issuer",
      "Line 3 is about a person who is not here",
      "Line 4 has userinfo about somebody else than its ID token",
      "Line 5 is an error",
      "Line 6 has neither an ID token nor userinfo",
      "Line 7 is no answer",
      "Line 8 is no answer",
    ],
  );
  assert.equal(applications[0].sign_ins, 1);
  // Without --client the audience names the application, which is called otherwise here.
  const unnamed = await shadow(["-", "--old", old.issuer], JSON.stringify(honest));
  assert.equal(unnamed.exitCode, 1);
  assert.match(unnamed.stderr, /Line 1 is for an application that is not here/);
});

test("shadow finds a person without a kept subject by the link to the provider, or by a verified address, and says that the sub changes", async () => {
  const shop = await service.createClient("Desk", ["https://shop.example/callback"], ["--openid"]);
  await service.createUser({
    username: "joan",
    password: "seven quiet rivers run north",
    email: "joan@example.org",
  });
  old.twist = {};
  const ask = ["-", "--old", old.issuer, "--client", shop.clientId, "--json"];
  old.person = { sub: "f3a1-joan", email: "joan@example.org", email_verified: false };
  assert.equal(
    (await shadow(ask, JSON.stringify(await answerThere()))).exitCode,
    1,
    "anybody can claim an address",
  );
  old.person = { ...old.person, email_verified: true };
  const { exitCode, stdout } = await shadow(ask, JSON.stringify(await answerThere()));
  assert.equal(exitCode, 2);
  assert.equal(JSON.parse(stdout).applications[0].people[0].found_by, "email");
  const sub = find(rowsOf(stdout), "id_token", "sub");
  assert.deepEqual([sub?.outcome, sub?.there, sub?.commands], ["differs", "f3a1-joan", []]);

  const add = [
    "upstream",
    "add",
    "--kind",
    "oidc",
    "--name",
    "old",
    "--issuer",
    old.issuer,
    "--client-id",
    "us",
    "--client-secret-stdin",
  ];
  const added = await service.run(add, "secret of ours\n");
  assert.equal(added.exitCode, 0, added.stderr);
  const kim = { username: "kim", upstreams: [{ upstream: "old", subject: "f3a1-kim" }] };
  const imported = await service.run(["import", "users", "-", "--format", "latchkey"], JSON.stringify(kim));
  assert.equal(imported.exitCode, 0, imported.stderr);
  old.person = { sub: "f3a1-kim" };
  const linked = await shadow(ask, JSON.stringify(await answerThere()));
  assert.equal(JSON.parse(linked.stdout).applications[0].people[0].found_by, "provider", linked.stderr);
});

test("a move from one Latchkey to another, with people and applications imported, shows nothing but the new issuer", async () => {
  await using before = await startService();
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
  const lin = {
    username: "lin",
    password: "seven quiet rivers run north",
    name: "Lin",
    email: "lin@example.org",
  };
  await before.createUser(lin);
  const notes = await before.createClient(
    "Notes",
    [redirectUri],
    ["--openid", "--refresh", "--userinfo-alg", "ES256"],
  );
  for (const noun of ["users", "clients"]) {
    const file = join(before.dataDir, `${noun}.jsonl`);
    for (const [one, words] of [
      [before, ["export", noun, file, "--with-hashes"]],
      [service, ["import", noun, file, "--format", "latchkey", "--admins"]],
    ] as const) {
      const { exitCode, stderr } = await one.run(words);
      assert.equal(exitCode, 0, stderr);
    }
  }
  const answer = await shadow(
    ["--old", before.url, "--client", notes.clientId, "--secret-stdin", "--json"],
    `${notes.clientSecret}\n`,
    async ({ pathname, search }) => {
      const browser = new FormClient(before.url);
      const { headers } = await browser.signIn(`${pathname}${search}`, lin);
      browser.close();
      await fetch(headers.location ?? "");
    },
  );
  assert.equal(answer.exitCode, 0, `${answer.stderr}\n${answer.stdout}`);
  assert.equal(find(rowsOf(answer.stdout), "id_token", "email")?.outcome, "same");
  assert.equal(find(rowsOf(answer.stdout), "tokens", "userinfo_signed_response_alg")?.there, "ES256");
  assert.equal(find(rowsOf(answer.stdout), "userinfo", "email")?.outcome, "same");
  assert.deepEqual(JSON.parse(answer.stdout).lost, []);
});

test("shadow compares with this service where the issuer is kept, and still leads to the old provider", async () => {
  const shop = await service.createClient(
    "Kept",
    ["https://shop.example/callback"],
    ["--openid", "--id-token-alg", "ES256"],
  );
  old.twist = { metadata: (metadata) => ({ ...metadata, frontchannel_logout_supported: true }) };
  old.person = { sub: ada.sub, email: ada.email, email_verified: true };
  const line = { ...(await answerThere()), scope: "openid email" };
  const ask = [
    "-",
    "--old",
    old.issuer,
    "--client",
    shop.clientId,
    "--base-url",
    old.issuer,
    "--ignore",
    "aud",
    "--json",
  ];
  const { exitCode, stdout, stderr } = await shadow(ask, JSON.stringify(line));
  assert.equal(exitCode, 0, stderr);
  assert.match(stderr, /would notice nothing\.$/);
  assert.equal(find(rowsOf(stdout), "id_token", "iss")?.outcome, "same");
  assert.deepEqual(JSON.parse(stdout).lost, [
    { member: "frontchannel_logout_supported", there: true, here: null },
  ]);
  old.twist = {};
});

test("shadow says what is missing: an application or a file, a provider, a way back, a service", async () => {
  const shop = await service.createClient("Gate", ["https://shop.example/callback"]);
  for (const [words, exitCode, said] of [
    [["--old", old.issuer], 2, /Name an application to sign in as/],
    [["--client", shop.clientId], 2, /--old/],
    [["-", "--old", "http://shop.example"], 2, /is no issuer/],
    [["-", "--old", `${old.issuer}/`], 4, /is of the issuer/],
    [["-", "--old", `http://127.0.0.1:${await freePort()}`], 69, /no discovery document/],
    [["--old", old.issuer, "--client", "nothing"], 3, /no such client/],
    [["--old", old.issuer, "--client", shop.clientId], 4, /--redirect-uri/],
    [
      ["-", "--old", old.issuer, "--base-url", `http://localhost:${await freePort()}`],
      69,
      /Nobody answers at/,
    ],
  ] as const) {
    const answer = await shadow(words, "{}");
    assert.equal(answer.exitCode, exitCode, `${words.join(" ")}: ${answer.stderr}`);
    assert.match(answer.stderr, said);
  }
  old.twist = { metadata: (metadata) => ({ ...metadata, token_endpoint: "http://shop.example/token" }) };
  const open = await shadow(["-", "--old", old.issuer], "{}");
  assert.equal(open.exitCode, 4);
  assert.match(open.stderr, /token_endpoint .* is not an https: address/);

  const port = await freePort();
  const till = await service.createClient("Till", [`http://127.0.0.1:${port}/callback`], ["--openid"]);
  const ask = [
    "--old",
    old.issuer,
    "--client",
    till.clientId,
    "--old-client-id",
    TestProvider.clientId,
    "--secret-stdin",
  ];
  old.twist = {};
  const wrong = await shadow(ask, "wrong\n");
  assert.equal(wrong.exitCode, 4);
  assert.match(wrong.stderr, /The old provider refused it: invalid_client/);
  for (const [twist, said] of [
    [{ claims: (claims: Json) => ({ ...claims, nonce: "of another sign-in" }) }, /nonce differs/],
    [
      {
        answer: (answer: URLSearchParams) =>
          new URLSearchParams({ error: "access_denied", state: answer.get("state") ?? "" }),
      },
      /refused it: access_denied/,
    ],
    [
      {
        answer: (answer: URLSearchParams) =>
          new URLSearchParams({ ...Object.fromEntries(answer), iss: "https://other.example" }),
      },
      /another issuer, https:\/\/other\.example/,
    ],
  ] as const) {
    old.twist = twist;
    const refused = await shadow(ask, `${TestProvider.clientSecret}\n`);
    assert.equal(refused.exitCode, 4, refused.stderr);
    assert.match(refused.stderr, said);
  }
  old.twist = {};
});
