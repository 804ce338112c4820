import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { authorizationPath, formRequest, getRequest, signInRequest } from "../requests.ts";
import { userinfoRequest } from "../scripts.ts";
import { anyBelow, memberOf, type Person, type Stage, WrongAnswer } from "./stage.ts";

/** Something that somebody does, good or bad. False when it was not possible just now, for instance because nobody was free. */
type Act = (stage: Stage) => Promise<boolean>;

/** An act and how often it comes beside the others. */
export interface WeightedAct {
  readonly weight: number;
  readonly act: Act;
}

const tokenPath = "/v1/Oauth/token";
const signedIn = (act: (stage: Stage, person: Person) => Promise<void>): Act => {
  return (stage) => stage.withPerson((person) => act(stage, person));
};

async function flow(stage: Stage, person: Person): Promise<void> {
  await stage.redeem(person, await stage.takeCode(person));
}

async function freshSignIn(stage: Stage, person: Person): Promise<void> {
  await stage.redeem(person, await stage.signIn(person));
}

/** A spent code comes again: refused, and its token dies. */
async function replay(stage: Stage, person: Person): Promise<void> {
  const code = await stage.takeCode(person);
  const body = memberOf(await stage.post("token", tokenPath, { code }, [200]));
  await stage.post("replayed code", tokenPath, { code }, [400]);
  await stage.send("userinfo, revoked", userinfoRequest(String(body.access_token), stage.host), [401]);
}

/** Ten exchanges of one code at once: one wins. */
async function race(stage: Stage, person: Person): Promise<void> {
  const code = await stage.takeCode(person);
  const attempts = Array.from({ length: 10 }, () =>
    stage.post("raced code", tokenPath, { code }, [200, 400]),
  );
  const answers = await Promise.all(attempts);
  const winners = answers.filter(({ status }) => status === 200);
  const [first] = answers;
  if (winners.length !== 1 && first !== undefined)
    throw new WrongAnswer(`raced code with ${winners.length} winners`, [200], winners[0] ?? first);
}

/** A wrong password for an account, or for a name that nobody has. The form comes again, or a limit is named. */
async function wrongPassword(stage: Stage): Promise<boolean> {
  const page = await stage.send("login page", getRequest(authorizationPath(stage.client), stage.host), [200]);
  const username = anyBelow(2) === 0 ? stage.victims[anyBelow(stage.victims.length)] : undefined;
  const person = {
    username: username ?? `nobody-${anyBelow(1_000_000)}`,
    password: `wrong lantern ${anyBelow(1_000_000)}`,
    cookies: {},
  };
  await stage.send("wrong password", signInRequest(page, person, stage.host), [303]);
  return true;
}

async function garbageCode(stage: Stage): Promise<boolean> {
  const characters = "ABCDEFabcdef0123456789-_.~%";
  const code = Array.from({ length: anyBelow(300) + 1 }, () => characters[anyBelow(characters.length)]);
  await stage.post("garbage code", tokenPath, { code: code.join("") }, [400]);
  return true;
}

/** A real code with one character changed must not open. */
async function forgedCode(stage: Stage, person: Person): Promise<void> {
  const code = await stage.takeCode(person);
  const at = anyBelow(code.length);
  const forged = `${code.slice(0, at)}${code[at] === "A" ? "B" : "A"}${code.slice(at + 1)}`;
  await stage.post("forged code", tokenPath, { code: forged }, [400]);
}

/** Refused without spending the code. */
async function wrongSecret(stage: Stage, person: Person): Promise<void> {
  const code = await stage.takeCode(person);
  await stage.post("wrong secret", tokenPath, { code, client_secret: "x".repeat(40) }, [400, 429]);
  await stage.redeem(person, code);
}

const malformed: readonly (readonly [string, readonly number[]])[] = [
  ["GET /nothing-here HTTP/1.1\r\nHost: {host}\r\n\r\n", [404]],
  [`GET ${tokenPath} HTTP/1.1\r\nHost: {host}\r\n\r\n`, [405]],
  ["GET /v1/Oauth/authorization?%zz=%ff&client_id HTTP/1.1\r\nHost: {host}\r\n\r\n", [400]],
  [
    `POST ${tokenPath} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    [415],
  ],
  [
    `POST ${tokenPath} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\n\xff\xfe%`,
    [400],
  ],
  ["BREW /pot HTTP/1.1\r\nHost: {host}\r\n\r\n", [400]],
  ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", [400]],
];

async function malformedRequest(stage: Stage): Promise<boolean> {
  const [request, wanted] = malformed[anyBelow(malformed.length)] ?? ["", []];
  await expectStatus(stage, request.replace("{host}", stage.host), wanted);
  return true;
}

async function hugeHeader(stage: Stage): Promise<boolean> {
  const header = `X-Long: ${"x".repeat(20_000)}\r\n`;
  await expectStatus(stage, `GET /livez HTTP/1.1\r\nHost: ${stage.host}\r\n${header}\r\n`, [431]);
  return true;
}

/** Sends latin1 bytes as they are and reads no more than the status: what is no HTTP may be answered with little more. */
async function expectStatus(stage: Stage, request: string, wanted: readonly number[]): Promise<void> {
  const { hostname, port } = new URL(stage.url);
  const socket = connect({ host: hostname, port: Number(port) }).setEncoding("latin1");
  try {
    socket.write(request, "latin1");
    let answer = "";
    for await (const chunk of socket) {
      answer += chunk;
      if (answer.length >= "HTTP/1.1 200".length) break;
    }
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
    if (!wanted.includes(status))
      throw new Error(
        `${wanted.join(" or ")} was expected for ${JSON.stringify(request.slice(0, 60))}, not: ${answer.slice(0, 200)}`,
      );
  } finally {
    socket.destroy();
  }
}

async function hugeBody(stage: Stage): Promise<boolean> {
  await stage.send("huge body", formRequest(tokenPath, stage.host, "", `code=${"x".repeat(100_000)}`), [413]);
  return true;
}

const halfOpenMax = 40;
/** Longer than every time-out of the server. */
const halfOpenMillisecondsMax = 60_000;
let halfOpenCount = 0;

/** A connection on which a request never becomes complete: the server must be the one that ends it. */
async function halfOpen(stage: Stage): Promise<boolean> {
  if (halfOpenCount >= halfOpenMax) return false;
  halfOpenCount += 1;
  const { hostname, port } = new URL(stage.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const start = `POST ${tokenPath} HTTP/1.1\r\nHost: ${stage.host}\r\n`;
  const form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\ncode=";
  socket.write([start, start + form, "P"][anyBelow(3)] ?? start);
  socket.resume();
  const ended = new Promise<"ended">((resolve) => {
    socket.once("close", () => resolve("ended"));
    socket.once("error", () => resolve("ended"));
  });
  const patience = new AbortController();
  const outcome = await Promise.race([
    ended,
    wait(halfOpenMillisecondsMax, "held" as const, { signal: patience.signal, ref: false }),
  ]);
  patience.abort();
  socket.destroy();
  halfOpenCount -= 1;
  if (outcome === "held")
    throw new Error(`half-open: the server kept a connection open for ${halfOpenMillisecondsMax / 1000} s.`);
  return true;
}

/** A caller who hangs up before the answer, so that nobody learns whether the code was spent. */
async function abortedRequest(stage: Stage, person: Person): Promise<void> {
  const code = await stage.takeCode(person);
  const { clientId, clientSecret } = stage.client;
  const form = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const { hostname, port } = new URL(stage.url);
  const socket = connect({ host: hostname, port: Number(port) });
  const gone = new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.on("error", () => resolve());
  });
  socket.write(formRequest(tokenPath, stage.host, "", `${form}`), () => socket.destroy());
  await gone;
}

async function pageView(stage: Stage): Promise<boolean> {
  await stage.send("login page", getRequest(authorizationPath(stage.client), stage.host), [200]);
  return true;
}

async function userinfo(stage: Stage): Promise<boolean> {
  const is = anyBelow(4) === 0 ? "over" : "live";
  const token = stage.anyToken(is);
  if (token === undefined) return false;
  await stage.send(`userinfo, ${is}`, userinfoRequest(token, stage.host), [is === "live" ? 200 : 401]);
  return true;
}

async function introspection(stage: Stage): Promise<boolean> {
  const is = anyBelow(4) === 0 ? "over" : "live";
  const token = stage.anyToken(is);
  if (token === undefined) return false;
  const answer = await stage.post("introspection", "/v1/Oauth/introspection", { token }, [200]);
  if (memberOf(answer).active !== (is === "live"))
    throw new WrongAnswer(`introspection of a token that is ${is}`, [200], answer);
  return true;
}

/** A flow with a refresh token, which is used three times; then an older one comes again and ends its family. */
async function refresh(stage: Stage, person: Person): Promise<void> {
  const client = stage.refreshClient;
  const body = await stage.redeem(person, await stage.takeCode(person, client), client);
  const issued = [String(body.refresh_token)];
  const use = (step: string, token: string, wanted: readonly number[]) =>
    stage.post(step, tokenPath, { grant_type: "refresh_token", refresh_token: token }, wanted, client);
  for (let round = 0; round < 3; round += 1) {
    const answer = await use("refresh", issued.at(-1) ?? "", [200]);
    issued.push(String(memberOf(answer).refresh_token));
  }
  if (anyBelow(2) === 0) return;
  await use("replayed refresh token", issued[0] ?? "", [400]);
  await use("refresh after a replay", issued.at(-1) ?? "", [400]);
}

async function revocation(stage: Stage, person: Person): Promise<void> {
  const code = await stage.takeCode(person);
  const body = memberOf(await stage.post("token", tokenPath, { code }, [200]));
  const token = String(body.access_token);
  await stage.post("revocation", "/v1/Oauth/revocation", { token }, [200]);
  await stage.send("userinfo, revoked", userinfoRequest(token, stage.host), [401]);
}

/** Every kind of act. The weights are shares of the rate; what costs a hash is rare enough for one core. */
export const acts: Readonly<Record<string, WeightedAct>> = {
  flow: { weight: 30, act: signedIn(flow) },
  "password sign-in": { weight: 4, act: signedIn(freshSignIn) },
  "wrong password": { weight: 4, act: wrongPassword },
  replay: { weight: 4, act: signedIn(replay) },
  race: { weight: 1, act: signedIn(race) },
  "garbage code": { weight: 5, act: garbageCode },
  "forged code": { weight: 4, act: signedIn(forgedCode) },
  "wrong secret": { weight: 4, act: signedIn(wrongSecret) },
  "malformed request": { weight: 5, act: malformedRequest },
  "huge header": { weight: 2, act: hugeHeader },
  "huge body": { weight: 2, act: hugeBody },
  "half-open connection": { weight: 1, act: halfOpen },
  "aborted request": { weight: 4, act: signedIn(abortedRequest) },
  "page view": { weight: 10, act: pageView },
  userinfo: { weight: 10, act: userinfo },
  introspection: { weight: 6, act: introspection },
  refresh: { weight: 1, act: signedIn(refresh) },
  revocation: { weight: 3, act: signedIn(revocation) },
};
