import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type KeptAuthenticator, TestAuthenticator } from "../test/support/authenticator.ts";
import { launchFlagsOf, launchVariablesOf } from "../test/support/launch-flags.ts";
import { type HttpResponse, headersOf } from "./http-response.ts";
import { oneRequest } from "./one-request.ts";
import {
  authorizationPath,
  type BenchApi,
  type BenchClient,
  getRequest,
  signInRequest,
  submitRequest,
  UnexpectedAnswer,
} from "./requests.ts";
import { scriptOf } from "./scripts.ts";
import { cookieHeader, keepCookies, readForm } from "./sign-in-form.ts";
import { startTarget, type TargetPlan } from "./target.ts";

/** A person with an account, the cookies of a real sign-in, and tokens of real flows. */
export interface SignedInUser {
  readonly userId: string;
  readonly username: string;
  readonly password: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly tokens: readonly string[];
}

type Person = Omit<SignedInUser, "cookies" | "tokens">;

/** What ID tokens can be signed with. */
export const idTokenAlgorithms = ["RS256", "ES256", "EdDSA"] as const;
type IdTokenAlgorithm = (typeof idTokenAlgorithms)[number];

/** The APIs of the benchmark: with opaque tokens, and with JWTs that are signed with the algorithm. */
export const apiKinds = ["opaque", "EdDSA", "ES256"] as const;
type ApiKind = (typeof apiKinds)[number];

/** An installation with clients and users that are signed in; `plan` starts it as often as needed. */
export interface Latchkey {
  readonly plan: TargetPlan;
  readonly client: BenchClient;
  /** The other clients, each by what its ID tokens are signed with. */
  readonly openidClients: Readonly<Record<IdTokenAlgorithm, BenchClient>>;
  /** One client as it asks for the tokens of each API. */
  readonly apiClients: Readonly<Record<ApiKind, BenchClient>>;
  readonly users: readonly SignedInUser[];
  /** The login page as it was served to a browser that takes gzip. */
  readonly page: HttpResponse;
}

const run = promisify(execFile);
const bin = fileURLToPath(new URL("../bin/latchkey.js", import.meta.url));
const redirectUri = "https://app.example/cb";
/** So many that a look-up rarely asks for the row of the one before. */
const tokensEach = 8;

/** Makes an installation in the folder with Latchkey's own command line, starts it once and signs everybody in. */
export async function installLatchkey(
  folder: string,
  usersCount: number,
  progress: (line: string) => void,
): Promise<Latchkey> {
  const dataDir = join(folder, "latchkey");
  mkdirSync(dataDir);
  // Settings of the operator's shell must not change the measurement.
  const inherited = Object.keys(process.env).filter((name) => name.startsWith("LATCHKEY_"));
  for (const name of inherited) delete process.env[name];
  const env = { ...launchVariablesOf(bin), LATCHKEY_PORT: "0", LATCHKEY_DATA_DIR: dataDir };
  const plan = {
    name: "Latchkey",
    args: [...launchFlagsOf(bin), bin, "serve"],
    env,
    logFile: join(folder, "latchkey.log"),
  };
  progress("making clients and users");
  await latchkey(env, ["db", "migrate", "--json"], "");
  const client = await createClient(env, []);
  const openidClientFor = async (algorithm: IdTokenAlgorithm) => ({
    ...(await createClient(env, ["--openid", "--id-token-alg", algorithm])),
    scope: "openid" as const,
  });
  const openidClients = {
    RS256: await openidClientFor("RS256"),
    ES256: await openidClientFor("ES256"),
    EdDSA: await openidClientFor("EdDSA"),
  };
  const apiClient = await createClient(env, ["--openid"]);
  const apiClientFor = async (kind: ApiKind) => ({ ...apiClient, api: await createApi(env, kind) });
  const apiClients = {
    opaque: await apiClientFor("opaque"),
    EdDSA: await apiClientFor("EdDSA"),
    ES256: await apiClientFor("ES256"),
  };
  const people: Person[] = [];
  for (let index = 0; index < usersCount; index += 2) {
    const pair = [`bench-${index}`, `bench-${index + 1}`].slice(0, usersCount - index);
    people.push(...(await Promise.all(pair.map((username) => createUser(env, username)))));
  }
  await using target = await startTarget(plan);
  progress("signing everybody in");
  const users: SignedInUser[] = [];
  for (const person of people) users.push(await signIn(target.url, client, person));
  const { host } = new URL(target.url);
  const page = await oneRequest(target.url, getRequest(authorizationPath(client), host, undefined, "gzip"));
  return { plan, client, openidClients, apiClients, users, page };
}

async function latchkey(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string,
): Promise<Readonly<Record<string, unknown>>> {
  const running = run(process.execPath, [bin, ...args], { env: { ...process.env, ...env } });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Registers a client with the command line; `options` are those of `latchkey client create`. */
export async function createClient(
  env: Readonly<Record<string, string>>,
  options: readonly string[],
): Promise<BenchClient> {
  const args = ["client", "create", "--name", "bench", "--redirect-uri", redirectUri, "--json"];
  const created = await latchkey(env, [...args, ...options], "");
  return {
    clientId: String(created.client_id),
    clientSecret: String(created.client_secret),
    redirectUri,
  };
}

async function createApi(env: Readonly<Record<string, string>>, kind: ApiKind): Promise<BenchApi> {
  const resource = `https://api.example/${kind}`;
  const scope = "orders:read";
  const format = kind === "opaque" ? "opaque" : "jwt";
  const options = [
    "--token",
    format,
    "--open-to",
    "third-party",
    ...(kind === "opaque" ? [] : ["--sign", kind]),
  ];
  const named = ["--resource", resource, "--name", "bench", "--scope", `${scope}=See orders`, "--json"];
  await latchkey(env, ["api", "create", ...named, ...options], "");
  return { resource, scope, format };
}

async function createUser(env: Readonly<Record<string, string>>, username: string): Promise<Person> {
  const password = `glacier tuba orchid lantern ${username}`;
  const created = await latchkey(
    env,
    ["user", "create", "--username", username, "--password-stdin", "--json"],
    `${password}\n`,
  );
  return { userId: String(created.user_id), username, password };
}

async function signIn(url: string, client: BenchClient, person: Person): Promise<SignedInUser> {
  const jar = await signedInCookies(url, client, person);
  const tokens: string[] = [];
  while (tokens.length < tokensEach)
    tokens.push(String((await takeToken(url, client, cookieHeader(jar))).access_token));
  return { ...person, cookies: Object.fromEntries(jar), tokens };
}

async function signedInCookies(
  url: string,
  client: BenchClient,
  { username, password }: Pick<Person, "username" | "password">,
): Promise<ReadonlyMap<string, string>> {
  const { host } = new URL(url);
  const page = await oneRequest(url, getRequest(authorizationPath(client), host));
  const answer = await oneRequest(url, signInRequest(page, { username, password, cookies: {} }, host));
  const jar = new Map<string, string>();
  keepCookies(jar, headersOf(page, "set-cookie"));
  keepCookies(jar, headersOf(answer, "set-cookie"));
  if (answer.status !== 302 && answer.status !== 303)
    throw new UnexpectedAnswer(`The sign-in of ${username}`, answer);
  return jar;
}

/** Signs a person in and registers a passkey for them. */
export async function addPasskey(
  url: string,
  client: BenchClient,
  { username, password }: SignedInUser,
): Promise<KeptAuthenticator> {
  const { host } = new URL(url);
  const metadata = await oneRequest(url, getRequest("/.well-known/openid-configuration", host));
  const { issuer } = JSON.parse(metadata.body.toString("utf8")) as { readonly issuer: string };
  const cookies = await signedInCookies(url, client, { username, password });
  const page = await oneRequest(url, getRequest("/account/passkeys", host, cookieHeader(cookies)));
  const { hidden } = readForm(page.body.toString("utf8"), "passkey");
  const authenticator = new TestAuthenticator(new URL(issuer).origin);
  const passkey = authenticator.register(hidden.get("step") ?? "", hidden.get("user_handle") ?? "");
  const answer = await oneRequest(url, submitRequest(page, host, { passkey }, Object.fromEntries(cookies)));
  if (answer.status !== 303) throw new UnexpectedAnswer("POST of a new passkey", answer);
  return authenticator.keep();
}

/** A host that a proxy protects. */
export const protectedOrigin = "https://wiki.example.org";
/** What nginx says of the browser's request. */
export const proxyHeaders = { "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https" } as const;

/** Opens a protected application as somebody who is signed in: the cookies of its host. */
export async function beginVisit(
  url: string,
  { cookies }: Pick<SignedInUser, "cookies">,
): Promise<Readonly<Record<string, string>>> {
  const jar = new Map<string, string>();
  const { host } = new URL(protectedOrigin);
  const atHost = async (path: string): Promise<string> => {
    const request = getRequest(path, host, cookieHeader(jar), undefined, proxyHeaders);
    const answer = await oneRequest(url, request);
    if (answer.status !== 303) throw new UnexpectedAnswer(`GET ${path}`, answer);
    keepCookies(jar, headersOf(answer, "set-cookie"));
    return pathIn(headersOf(answer, "location"));
  };
  const authorization = await atHost("/.latchkey/sign-in?to=%2F");
  const signedIn = cookieHeader(new Map(Object.entries(cookies)));
  const answer = await oneRequest(url, getRequest(authorization, new URL(url).host, signedIn));
  await atHost(pathIn(headersOf(answer, "location")));
  return Object.fromEntries([...jar].filter(([name]) => name.endsWith("-visit")));
}

function pathIn([location = ""]: readonly string[]): string {
  const { pathname, search } = new URL(location);
  return pathname + search;
}

/** One full flow of a signed-in person: what the token endpoint answers. Throws unless it ends with a token. */
export async function takeToken(
  url: string,
  client: BenchClient,
  cookie: string,
): Promise<Readonly<Record<string, unknown>>> {
  const flow = scriptOf({ kind: "flow", client, cookie }, new URL(url).host);
  const redeem = flow.next(await oneRequest(url, flow.first()));
  if (redeem === undefined) throw new Error("A flow takes two requests.");
  const answer = await oneRequest(url, redeem);
  flow.next(answer);
  return JSON.parse(answer.body.toString("utf8"));
}
