import assert from "node:assert/strict";
import { ProtectedHost } from "../http/support/protected-host.ts";
import { authorizationTarget, codeIn } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import type { LiveService, RegisteredClient } from "../support/service.ts";

/** What one user does over and over. */
export type Round = () => Promise<void>;

/** Somebody with an account. */
export interface Person {
  readonly username: string;
  readonly password: string;
}

/** A person who is signed in at a client, in a browser of their own. */
interface User {
  readonly browser: FormClient;
  readonly person: Person;
  readonly client: RegisteredClient;
  /** The address that asks for a code. */
  readonly authorization: string;
}

export interface Kind {
  /** Options of `latchkey client create`. */
  readonly options: readonly string[];
  readonly scope?: string;
  readonly prepare?: (service: LiveService) => Promise<unknown>;
  readonly begin: (user: User) => Round | Promise<Round>;
}

const openid = (algorithm: string) => ["--openid", "--id-token-alg", algorithm];

/** The rounds whose costs are limited. */
export const kinds = {
  "interface flow": { options: [], begin: flow },
  "OpenID flow, RS256": { options: openid("RS256"), scope: "openid", begin: flow },
  "OpenID flow, ES256": { options: openid("ES256"), scope: "openid", begin: flow },
  refresh: { options: [...openid("ES256"), "--refresh"], scope: "openid", begin: refresh },
  "password sign-in": { options: [], begin: passwordSignIn },
  "login page": { options: [], begin: loginPage },
  "forward-auth check": { options: [], prepare: protectWiki, begin: check },
} as const satisfies Readonly<Record<string, Kind>>;

export type KindName = keyof typeof kinds;

/** A code, its exchange, and a look-up of the token, which the service then remembers. */
export const flowAndUserinfo: Kind = {
  options: [],
  begin:
    ({ browser, client, authorization }) =>
    async () => {
      const { headers } = await browser.get(authorization);
      const { access_token } = await redeem(browser, client, codeIn(headers.location));
      const { status } = await browser.get("/v1/Oauth/userinfo", {
        cookie: "",
        authorization: `Bearer ${access_token}`,
      });
      assert.equal(status, 200);
    },
};

/** Makes accounts with the command line. */
export async function createPeople(service: LiveService, count: number): Promise<readonly Person[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    username: `person-${index}`,
    password: "granite tulip harbour",
  }));
  // One command for all: each would be a process.
  const lines = people.map((person) => `${JSON.stringify(person)}\n`).join("");
  const { exitCode, stderr } = await service.run(["import", "users", "-", "--json"], lines);
  assert.equal(exitCode, 0, stderr);
  return people;
}

/** Registers a client and signs the people in. */
export async function beginRounds(
  service: LiveService,
  kind: Kind,
  people: readonly Person[],
): Promise<readonly Round[]> {
  const { options, begin, prepare, scope } = kind;
  await prepare?.(service);
  const client = await service.createClient("Rounds", ["https://app.example/cb"], options);
  const authorization = authorizationTarget(client, {
    response_type: "code",
    ...(scope !== undefined && { scope }),
  });
  const rounds: Round[] = [];
  for (const person of people) {
    const browser = new FormClient(service.url);
    const answer = await browser.signIn(authorization, person);
    assert.match(answer.headers.location ?? answer.body, /[?&]code=/);
    rounds.push(await begin({ browser, person, client, authorization }));
  }
  return rounds;
}

/** Does `times` rounds, shared among the users. */
export async function doRounds(rounds: readonly Round[], times: number): Promise<void> {
  let left = times;
  await Promise.all(
    rounds.map(async (round) => {
      while (left > 0) {
        left -= 1;
        await round();
      }
    }),
  );
}

/** A code and its exchange. */
function flow({ browser, client, authorization }: User): Round {
  return async () => {
    const { headers } = await browser.get(authorization);
    await redeem(browser, client, codeIn(headers.location));
  };
}

async function refresh({ browser, client, authorization }: User): Promise<Round> {
  const { headers } = await browser.get(authorization);
  let tokens = await redeem(browser, client, codeIn(headers.location));
  return async () => {
    tokens = await askForToken(browser, client, {
      grant_type: "refresh_token",
      refresh_token: String(tokens.refresh_token),
    });
  };
}

/** From the page to the token, in the browser of the sign-in before. */
function passwordSignIn({ browser, person, client, authorization }: User): Round {
  return async () => {
    for (const name of browser.cookies.keys()) if (name.endsWith("session")) browser.cookies.delete(name);
    const { headers } = await browser.signIn(authorization, person);
    await redeem(browser, client, codeIn(headers.location));
  };
}

function loginPage({ browser, authorization }: User): Round {
  browser.cookies.clear();
  return async () => {
    const { status } = await browser.get(authorization, { "accept-encoding": "gzip" });
    assert.equal(status, 200);
    browser.cookies.clear();
  };
}

const wiki = "https://wiki.example.org";

function protectWiki(service: LiveService): Promise<unknown> {
  return service.createClient("Wiki", [], ["--protect", wiki]);
}

/** What a proxy asks about each request to the application. */
async function check({ browser, person }: User): Promise<Round> {
  const host = new ProtectedHost({ url: browser.base }, wiki);
  assert.equal((await host.signIn(browser, person)).status, 303);
  return async () => {
    const { status, body } = await host.ask("/notes", { proxy: "nginx" });
    assert.equal(status, 200, body);
  };
}

type Tokens = Readonly<Record<string, unknown>>;

function redeem(browser: FormClient, client: RegisteredClient, code: string): Promise<Tokens> {
  const [redirect_uri = ""] = client.redirectUris;
  return askForToken(browser, client, { grant_type: "authorization_code", code, redirect_uri });
}

async function askForToken(
  browser: FormClient,
  { clientId, clientSecret }: RegisteredClient,
  asked: Readonly<Record<string, string>>,
): Promise<Tokens> {
  const answer = await browser.send({
    method: "POST",
    target: "/v1/Oauth/token",
    headers: { "content-type": "application/x-www-form-urlencoded", cookie: "" },
    body: new URLSearchParams({ ...asked, client_id: clientId, client_secret: clientSecret }).toString(),
  });
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body);
}
