import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { hash } from "@node-rs/argon2";
import {
  addPasskey,
  beginVisit,
  type Latchkey,
  protectedOrigin,
  proxyHeaders,
  type SignedInUser,
  takeToken,
} from "./latchkey.ts";
import type { BenchClient } from "./requests.ts";
import type { FloorWork, RoundPlan, Step } from "./round-script.ts";
import { cookieHeader } from "./sign-in-form.ts";
import { programIn, type Target, type TargetPlan } from "./target.ts";

/** A server under measurement, and the installation that it serves. */
export interface Place extends Pick<Latchkey, "client" | "users"> {
  readonly target: Target;
  readonly plan: TargetPlan;
}

/** What one user of a round has, besides its steps. */
type Seed = Partial<Omit<RoundPlan, "kind" | "steps">>;

/** A row of the benchmark: rounds at Latchkey, and beside them at a floor that is sent the same requests. */
export interface Round {
  readonly title: string;
  /** How the floor proves and stores what the steps say, in words. */
  readonly floor: string;
  readonly steps: readonly Step[];
  /** The step whose latency is shown. */
  readonly watched: string;
  /** The feature that release 0.1.0 lacks; absent if 0.1.0 can do the round. */
  readonly newSince010?: string;
  /** How much more CPU it may take than its floor. */
  readonly cpuOverFloorMax?: number;
  /** The longest that the watched request may take in its 99th percentile. */
  readonly p99MillisecondsMax?: number;
  /** Settings that the service needs for it. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Prepares the place; answers one seed for each user, or one for all. */
  readonly begin: (place: Place) => Promise<readonly Seed[]>;
}

const tokenPath = "/v1/Oauth/token";
const credentials = { client_id: "{client_id}", client_secret: "{client_secret}" };
const tokenText = { text: '"access_token":"' };
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";
const exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange";
const authorization = "/v1/Oauth/authorization?client_id={client_id}&redirect_uri={redirect_uri_encoded}";

function page(name: string, path: string, text: string, floor: FloorWork = { hasSession: true }): Step {
  return { name, by: "browser", send: { get: path }, wants: { text }, floor };
}

function submit(
  name: string,
  fields: Readonly<Record<string, string>>,
  wants: Step["wants"],
  floor: FloorWork,
): Step {
  return { name, by: "browser", send: { submit: fields }, wants, floor };
}

/** The page after a form: no page is the answer to a POST. */
function follow(name: string, text: string, floor: FloorWork): Step {
  return { name, by: "browser", send: "redirect", wants: { text }, floor };
}

/** The application's request for a token. */
function token(fields: Readonly<Record<string, string>>, floor: FloorWork = { facts: 1 }): Step {
  const send = { post: tokenPath, fields: { ...credentials, ...fields } };
  return { name: "token", by: "application", send, wants: tokenText, floor };
}

const loginPage: Step = { ...page("page", authorization, 'name="password"', {}), isOnNewConnection: true };
const codeForToken: Step = { ...token({ code: "{code}" }), isOnNewConnection: true };
const password = { username: "{username}", password: "{password}" };

/** Rows that leave the sessions of the installation alone come first: people who sign in hundreds of times lose their oldest ones. */
export const rounds = {
  consent: {
    title: "Consent, given",
    floor: "finds the session; stores consent and token",
    steps: [
      page("page", `${authorization}&prompt=consent`, 'id="allow"'),
      submit("consent", { decision: "allow" }, "code", { hasSession: true, facts: 1 }),
      token({ code: "{code}" }),
    ],
    watched: "consent",
    begin: async (place) => {
      const client = await createClient(place, ["--third-party"]);
      return place.users.map((user) => seedOf(client, user.cookies));
    },
  },
  device: {
    title: "Device, connected",
    floor: "finds the session; finds the code that is typed; stores codes, answer and token",
    steps: [
      {
        name: "codes",
        by: "application",
        send: { post: "/v1/Oauth/device_authorization", fields: credentials },
        wants: { text: '"user_code":"' },
        floor: { facts: 1 },
      },
      page("page", "/device", 'name="user_code"'),
      submit("typed", { user_code: "{user_code}" }, "redirect", { hasSession: true, reads: 1 }),
      follow("question", 'value="allow"', { hasSession: true, reads: 1 }),
      submit("allowed", { decision: "allow" }, "redirect", { hasSession: true, reads: 1, facts: 1 }),
      follow("told", "<h1", { hasSession: true }),
      token({ grant_type: deviceGrant, device_code: "{device_code}" }, { reads: 1, facts: 1 }),
    ],
    watched: "token",
    newSince010: "device flow",
    begin: async (place) => {
      const client = await createClient(place, ["--device"], []);
      return place.users.map((user) => seedOf(client, user.cookies));
    },
  },
  "forward-auth": {
    title: "Check of a proxy (forward auth)",
    floor: "opens the AES-GCM seal of the cookie; finds a row in memory",
    steps: [
      {
        name: "check",
        by: "browser",
        send: {
          get: "/.latchkey/check/nginx",
          headers: {
            "X-Original-URL": `${protectedOrigin}/notes?page=2`,
            "X-Original-Method": "GET",
            ...proxyHeaders,
          },
        },
        wants: { text: "" },
        floor: { hasVisit: true },
      },
    ],
    watched: "check",
    newSince010: "forward auth",
    // 0.8 of the floor's checks a second and core.
    cpuOverFloorMax: 0.25,
    p99MillisecondsMax: 3,
    settings: { LATCHKEY_TRUSTED_PROXIES: "127.0.0.1" },
    begin: async (place) => {
      await createClient(place, ["--protect", protectedOrigin], []);
      const visits = place.users.map((user) => beginVisit(place.target.url, user));
      return (await Promise.all(visits)).map((cookies) => ({ cookies }));
    },
  },
  account: {
    title: "Account page",
    floor: "finds the session",
    steps: [page("page", "/account", "<h1")],
    watched: "page",
    begin: async ({ client, users }) => users.map((user) => seedOf(client, user.cookies)),
  },
  refresh: {
    title: "Refresh",
    floor: "finds the refresh token; stores the new tokens as one row",
    steps: [token({ grant_type: "refresh_token", refresh_token: "{refresh_token}" }, { reads: 1, facts: 1 })],
    watched: "token",
    begin: async (place) => {
      const client = await createClient(place, ["--refresh"]);
      const tokens = place.users.map(
        async ({ cookies }) => (await tokensFor(place, client, cookies)).refresh_token,
      );
      return (await Promise.all(tokens)).map((refresh_token) =>
        seedOf(client, {}, { refresh_token: String(refresh_token) }),
      );
    },
  },
  machine: {
    title: "Client credentials",
    floor: "stores the token",
    steps: [token({ grant_type: "client_credentials" })],
    watched: "token",
    newSince010: "client credentials",
    begin: async (place) => {
      const resource = await createApi(place, []);
      const client = await createClient(place, ["--machine", "--api", resource, "--scope", "read"], []);
      return [seedOf(client)];
    },
  },
  exchange: {
    title: "Token exchange",
    floor: "finds the token; stores the new one",
    steps: [
      token(
        {
          grant_type: exchangeGrant,
          subject_token: "{subject_token}",
          subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
        },
        { reads: 1, facts: 1 },
      ),
    ],
    watched: "token",
    newSince010: "token exchange",
    begin: async (place) => {
      const to = await createApi(place, []);
      const resource = await createApi(place, ["--may-exchange-for", to]);
      const application = {
        ...(await createClient(place, ["--resource", resource])),
        api: { resource, scope: "read", format: "opaque" } as const,
      };
      const server = await createClient(place, ["--machine", "--audience", resource], []);
      const tokens = place.users.map(({ cookies }) => tokensFor(place, application, cookies));
      return (await Promise.all(tokens)).map(({ access_token }) =>
        seedOf(server, {}, { subject_token: String(access_token) }),
      );
    },
  },
  "sign-in": {
    title: "Sign-in with a password",
    floor: "verifies the same Argon2id hash; stores session and token",
    steps: [loginPage, submit("sign-in", password, "code", { proof: "password", facts: 1 }), codeForToken],
    watched: "sign-in",
    cpuOverFloorMax: 0.25,
    begin: async ({ client, users }) =>
      users.map(({ username, password }) => seedOf(client, {}, { username, password })),
  },
  passkey: {
    title: "Sign-in with a passkey",
    floor: "verifies an ES256 signature; stores session and token",
    steps: [
      loginPage,
      submit("sign-in", { passkey: "{passkey}" }, "code", { proof: "signature", reads: 1, facts: 1 }),
      codeForToken,
    ],
    watched: "sign-in",
    newSince010: "passkeys",
    begin: async ({ target, client, users }) => {
      const seeds: Seed[] = [];
      for (const user of users)
        seeds.push({ ...seedOf(client), passkey: await addPasskey(target.url, client, user) });
      return seeds;
    },
  },
  totp: {
    title: "Sign-in with a password and a one-time code",
    floor: "verifies the hash and the code; stores the code's time step, session and token",
    steps: [
      loginPage,
      submit("password", password, "redirect", { proof: "password" }),
      follow("question", 'name="otp"', { reads: 1 }),
      submit("verify", { otp: "{otp}" }, "code", { proof: "one-time code", reads: 1, facts: 2 }),
      codeForToken,
    ],
    watched: "verify",
    newSince010: "one-time codes",
    begin: async (place) => {
      const { people, password } = await importPeople(place, place.users.length * peopleEach);
      return place.users.map((_, user) => ({
        ...seedOf(place.client, {}, { password }),
        people: people.slice(user * peopleEach, (user + 1) * peopleEach),
      }));
    },
  },
} as const satisfies Readonly<Record<string, Round>>;

export type RoundName = keyof typeof rounds;

/** How the service starts for a round. */
export function planFor({ settings }: Round, plan: TargetPlan): TargetPlan {
  return { ...plan, env: { ...plan.env, ...settings } };
}

/** The plans of the users of a round. */
export async function plansOf(round: Round, place: Place): Promise<readonly RoundPlan[]> {
  const seeds = await round.begin(place);
  return place.users.map((_, user): RoundPlan => {
    const { cookies = {}, values = {}, ...more } = seeds[user % seeds.length] ?? {};
    return { kind: "round", steps: round.steps, cookies, values, ...more };
  });
}

/** A person who signs in with a password, in a browser that Latchkey knows. */
export function signInPlan(client: BenchClient, { username, password, cookies }: SignedInUser): RoundPlan {
  const device = Object.fromEntries(Object.entries(cookies).filter(([name]) => name.endsWith("device")));
  const { values = {} } = seedOf(client, {}, { username, password });
  return { kind: "round", steps: rounds["sign-in"].steps, cookies: device, values };
}

/** Enough people that nobody signs in twice within half a minute. */
const peopleEach = 240;
const redirectUri = "https://app.example/cb";
const run = promisify(execFile);

function seedOf(
  client: BenchClient,
  cookies: SignedInUser["cookies"] = {},
  values: Readonly<Record<string, string>> = {},
): Seed {
  return {
    cookies,
    values: {
      client_id: client.clientId,
      client_secret: client.clientSecret,
      redirect_uri: client.redirectUri,
      redirect_uri_encoded: encodeURIComponent(client.redirectUri),
      ...values,
    },
  };
}

/** Runs a command of the server's own checkout beside the server. */
async function command(
  { plan }: Place,
  words: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await run(process.execPath, [programIn(plan), ...words, "--json"], {
    env: { ...process.env, ...plan.env },
  });
  return JSON.parse(stdout);
}

/** Registers a client with a command of the server's own checkout. */
export async function createClient(
  place: Place,
  options: readonly string[],
  redirectUris: readonly string[] = [redirectUri],
): Promise<BenchClient> {
  const where = redirectUris.flatMap((uri) => ["--redirect-uri", uri]);
  const created = await command(place, ["client", "create", "--name", "bench", ...where, ...options]);
  return { clientId: String(created.client_id), clientSecret: String(created.client_secret), redirectUri };
}

async function createApi(place: Place, options: readonly string[]): Promise<string> {
  const resource = `https://api.example/${randomBytes(6).toString("hex")}`;
  await command(place, [
    "api",
    "create",
    "--resource",
    resource,
    "--name",
    "bench",
    "--scope",
    "read=See orders",
    ...options,
  ]);
  return resource;
}

function tokensFor({ target }: Place, client: BenchClient, cookies: SignedInUser["cookies"]) {
  return takeToken(target.url, client, cookieHeader(new Map(Object.entries(cookies))));
}

/** People with a password and an authenticator app, and none of the sessions of the others. */
async function importPeople(place: Place, count: number) {
  const password = "glacier tuba orchid lantern";
  const password_hash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const group = randomBytes(4).toString("hex");
  const people = Array.from({ length: count }, (_, index) => ({
    username: `coded-${group}-${index}`,
    totpSecret: base32(randomBytes(20)),
  }));
  const file = join(dirname(place.plan.logFile), `people-${group}.jsonl`);
  const lines = people.map(({ username, totpSecret }) =>
    JSON.stringify({ username, password_hash, totp_secret: totpSecret }),
  );
  writeFileSync(file, `${lines.join("\n")}\n`);
  await command(place, ["import", "users", file]);
  return { people, password };
}

/** RFC 4648 §6; for a multiple of five bytes. */
function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  return bits.replace(/.{5}/g, (five) => digits[Number.parseInt(five, 2)] ?? "");
}
