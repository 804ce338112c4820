import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openFolder } from "./command-line.ts";

const secrets = {
  NOTES_SECRET: "quiet-amber-lantern-walks-north",
  ACME_SECRET: "what acme gave us",
  WIKI_SECRET: "another-amber-lantern-walks-south",
  APPLE_KEY: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }) as string,
};

const jwk = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });

/** Every member of every part, each with another value than its default. */
const everything = {
  groups: [{ group: "staff", administrators: ["ada", "bob@example.org"] }, { group: "leads" }],
  apis: [
    {
      resource: "https://orders.example",
      name: "Orders",
      token_format: "jwt",
      token_lifetime_seconds: 120,
      signing_alg: "EdDSA",
      open_to: "any",
      may_exchange_for: ["https://stock.example"],
      roles: { staff: "Editor", leads: "Admin" },
      scopes: [
        {
          name: "orders:read",
          sentence: "See your orders",
          translations: { de: "Ihre Bestellungen sehen" },
          groups: ["staff"],
        },
      ],
    },
    { resource: "https://stock.example", name: "Stock" },
  ],
  upstreams: [
    {
      upstream: "acme",
      kind: "oidc",
      issuer: "https://acme.example",
      client_id: "us",
      secret: "env:ACME_SECRET",
      display_name: "Acme Inc.",
      domains: ["acme.example"],
      trust_email: true,
      create_accounts: true,
      group_claim: "roles",
      group_map: { Employees: "staff" },
      disabled: true,
    },
    {
      upstream: "apple",
      kind: "apple",
      client_id: "us",
      team_id: "TEAM123456",
      key_id: "KEY1234567",
      secret: "env:APPLE_KEY",
    },
    {
      upstream: "entra",
      kind: "microsoft",
      tenant: "11111111-2222-3333-4444-555555555555",
      client_id: "us",
      secret: "env:ACME_SECRET",
    },
  ],
  clients: [
    {
      client_id: "notes",
      name: "Notes",
      redirect_uris: ["https://notes.example/cb"],
      profile: "strict",
      openid: true,
      id_token_signed_response_alg: "ES256",
      lean_id_token: true,
      userinfo_signed_response_alg: "RS256",
      subject_type: "pairwise",
      sector: "notes.example",
      refresh: true,
      device: true,
      post_logout_redirect_uris: ["https://notes.example/bye"],
      backchannel_logout_uri: "https://notes.example/logout",
      may_end_sessions: true,
      require: "two",
      logo_uri: "https://notes.example/logo.png",
      client_uri: "https://notes.example/start",
      initiate_login_uri: "https://notes.example/login",
      policy_uri: "https://notes.example/privacy",
      tos_uri: "https://notes.example/terms",
      brand_name: "Notes Inc.",
      brand_accent: "#7a1f5c",
      require_pushed_authorization_requests: true,
      only_groups: ["staff"],
      claim_rules: [
        {
          name: "role",
          from: "groups",
          map: { leads: "Admin", staff: "Editor" },
          single: true,
          in: ["id_token"],
        },
        { name: "team", value: "blue", group: "staff" },
      ],
      claims_hook: true,
      resources: ["https://orders.example"],
      audience: "https://stock.example",
      secret: "env:NOTES_SECRET",
      disabled: true,
    },
    {
      client_id: "partner",
      name: "Partner",
      redirect_uris: ["https://partner.example/cb"],
      third_party: true,
      refresh: true,
      jwks: { keys: [{ ...jwk, kid: "one", use: "sig", alg: "ES256" }] },
      dpop_bound_access_tokens: true,
      refresh_token_rotation: false,
    },
    {
      client_id: "published",
      name: "Published",
      redirect_uris: ["https://published.example/cb"],
      jwks_uri: "https://published.example/keys",
    },
    { client_id: "app", name: "App", public: true, redirect_uris: ["https://app.example/cb"] },
    {
      client_id: "robot",
      name: "Robot",
      machine: true,
      machine_scope: ["orders:read"],
      admin_scope: ["users:read"],
      resources: ["https://orders.example"],
      secret: "env:WIKI_SECRET",
    },
    {
      client_id: "wiki",
      name: "Wiki",
      protect: ["https://wiki.example.org"],
      path_rules: ["/assets/* public", "/admin/* group=staff require=two"],
      assertion: true,
      app_passwords: true,
    },
  ],
  webhooks: [{ url: "https://siem.example/in", acts: ["client-created"], disabled: true }],
  users: [
    {
      username: "ada",
      email: "ada@example.org",
      email_verified: false,
      name: "Ada Lovelace",
      phone_number: "+49301234567",
      address: "1 Mill Lane\nLondon",
      claims: { given_name: "Ada", locale: "en-GB" },
      attributes: { department: "Engines" },
      groups: ["leads", "staff"],
      require: "two",
      admin: true,
      disabled: true,
    },
    { username: "bob@example.org", email: "bob@example.org" },
  ],
};

/** Members that an export has no place for, and why. */
const unexported: Readonly<Record<string, string>> = {
  "clients.secret": "no export has a secret",
  "upstreams.secret": "no export has a secret",
  "upstreams.tenant": "another spelling of the issuer",
};

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The members that a schema names, with those of the members: `clients.claim_rules.map`. */
function membersOf(root: Schema & { readonly definitions?: Readonly<Record<string, Schema>> }) {
  const found = new Set<string>();
  const walk = (schema: Schema, path: string): void => {
    const meant = root.definitions?.[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
    for (const each of meant.anyOf ?? []) walk(each, path);
    if (meant.items !== undefined) walk(meant.items, path);
    for (const [name, member] of Object.entries(meant.properties ?? {})) {
      const here = path === "" ? name : `${path}.${name}`;
      // Words of languages are values, not members.
      if (name !== "translations") walk(member, here);
      found.add(here);
    }
  };
  walk(root, "");
  return found;
}

/** The members that a value has, named in the same way. */
function membersIn(value: unknown, path = ""): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => membersIn(each, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const here = path === "" ? name : `${path}.${name}`;
    return [here, ...membersIn(each, here)];
  });
}

test("every member of every part goes round: applied, exported and planned again there is nothing to do, and an empty installation becomes the same", async () => {
  await using folder = await openFolder();
  const { stdout: schema } = await folder.run(["apply", "--schema"]);
  const members = membersOf(JSON.parse(schema));
  assert.ok(members.has("apis.scopes.groups") && members.has("clients.claim_rules.map"), [...members].join());
  assert.deepEqual([...members.difference(new Set(membersIn(everything)))], [], "a member is not tried");
  const run = (where: typeof folder, ...words: string[]) => where.run(words, { env: secrets });
  const declare = async (where: typeof folder, text: string) => {
    await writeFile(join(where.path, "state.yaml"), text);
    return run(where, "apply", "state.yaml");
  };
  const applied = await declare(folder, JSON.stringify(everything));
  assert.equal(applied.exitCode, 0, applied.stderr);
  const pruning = ["apply", "state.yaml", "--plan", "--prune", "--prune-users"];
  const planned = await run(folder, ...pruning);
  assert.equal(planned.exitCode, 0, planned.stdout);

  const { stdout: exported } = await run(folder, "export", "config", "--users");
  const [state] = await folder.json(["export", "config", "--users"]);
  const missing = members.difference(new Set(membersIn(state)));
  assert.deepEqual([...missing].sort(), Object.keys(unexported).sort());
  assert.deepEqual(
    Object.keys((await folder.json(["export", "config"]))[0] ?? {}),
    ["groups", "apis", "upstreams", "clients", "webhooks"],
    "people are in it only if they are asked for",
  );
  assert.deepEqual(
    (await folder.json(["export", "config"]))[0]?.groups,
    [{ group: "leads" }, { group: "staff" }],
    "people who administer a group are people too",
  );
  assert.doesNotMatch(exported, /^\s*-?\s*password:/m);
  for (const secret of Object.values(secrets)) assert.ok(!exported.includes(secret));
  await writeFile(join(folder.path, "state.yaml"), exported);
  const again = await run(folder, ...pruning);
  assert.equal(again.exitCode, 0, again.stdout);

  await using other = await openFolder();
  // As the comment in the file says, the references are filled in.
  const names: Readonly<Record<string, string>> = {
    APPLE_SECRET: "APPLE_KEY",
    ENTRA_SECRET: "ACME_SECRET",
    ROBOT_SECRET: "WIKI_SECRET",
  };
  const filled = exported.replaceAll(
    /# secret: env:(\w+)/g,
    (_, name: string) => `secret: env:${names[name] ?? name}`,
  );
  const copied = await declare(other, filled);
  assert.equal(copied.exitCode, 0, copied.stderr);
  assert.equal((await run(other, "export", "config", "--users")).stdout, exported);
});
