import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { HttpAnswer } from "../support/form-client.ts";
import type { LogLine } from "../support/in-process.ts";
import { RawSocket } from "./support/raw-socket.ts";
import { assertRefused, type CheckedClient, paths, queryOf, Stage, tokenIn } from "./support/stage.ts";

/** How many redeem one code at once, and how often that is repeated with a fresh one. */
const racers = 100;
const rounds = 5;

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.check());
after(() => stage[Symbol.asyncDispose]());

function atOnce<Value>(count: number, start: (index: number) => Promise<Value>): Promise<Value[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => start(index)));
}

/** Asserts one winner and refusals for all others, and returns the winner's token. */
function assertOneWinner(answers: readonly Pick<HttpAnswer, "status" | "body">[]): string {
  const winners = answers.filter(({ status }) => status === 200);
  assert.equal(winners.length, 1);
  for (const { status, body } of answers)
    if (status !== 200) assert.deepEqual([status, JSON.parse(body).error], [400, "invalid_grant"]);
  return JSON.parse(winners[0]?.body ?? "").access_token;
}

function eventsSince(line: number, kind: string): readonly LogLine[] {
  return stage.inProcess.log.slice(line).filter(({ message }) => message === kind);
}

test(`C3, ASVS V10.4.2: of ${racers} exchanges of one code at once exactly one succeeds, and its token is revoked`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const linesBefore = stage.inProcess.log.length;
    const code = await stage.code();
    const token = assertOneWinner(await atOnce(racers, () => stage.exchange(code)));
    // The winner may be the thief.
    assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 401);
    assert.equal(eventsSince(linesBefore, "token-issued").length, 1);
    const replays = eventsSince(linesBefore, "code-replayed");
    assert.equal(replays.filter(({ fields }) => fields.revoked === true).length, 1);
    assertRefused(await stage.exchange(code), "invalid_grant");
  }
});

test("C3: attempts of others at the same moment neither win nor cost the owner the token", async () => {
  const other = await stage.addClient({ secret: "secretOfTheRacingThief" });
  for (let round = 0; round < rounds; round += 1) {
    const code = await stage.code();
    const answers = await atOnce(racers, (index) =>
      index === racers / 2 ? stage.exchange(code) : stage.exchange(code, {}, other),
    );
    const token = assertOneWinner(answers);
    assert.equal((await stage.userinfo(`Bearer ${token}`)).status, 200);
  }
});

test("C3: many codes at once each give a token of their own", async () => {
  const codes = await atOnce(racers, () => stage.code());
  assert.equal(new Set(codes).size, racers);
  const tokens = await Promise.all(codes.map(async (code) => tokenIn(await stage.exchange(code))));
  assert.equal(new Set(tokens).size, racers);
  for (const answer of await Promise.all(tokens.map((token) => stage.userinfo(`Bearer ${token}`))))
    assert.equal(answer.status, 200);
});

for (const version of ["HTTP/1.0", "HTTP/1.1"])
  test(`C6: exactly one of ${racers / 2} ${version} requests wins whose last bytes are released together`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, secret } = stage.client;
      const body = queryOf({ client_id: id, client_secret: secret, code: await stage.code() }).toString();
      const head = `POST ${paths.token} ${version}\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
      const sockets = await atOnce(racers / 2, async () => {
        const raw = await RawSocket.open(stage.url);
        await raw.write(head + body.slice(0, -1));
        return raw;
      });
      await Promise.all(sockets.map((raw) => raw.write(body.slice(-1))));
      const answers = await Promise.all(sockets.map(async (raw) => (await raw.answers(1))[0]));
      assertOneWinner(answers.map((answer) => answer ?? { status: 0, body: "" }));
    }
  });

test("D14: tokens of many people who redeem at once speak for the right person each", async () => {
  const people: { readonly id: string; readonly browser: CheckedClient }[] = [];
  for (let index = 0; index < 12; index += 1) {
    const person = { username: `person${index}`, password: `the long password of person ${index}` };
    const id = await stage.inProcess.addAccount(person.username, person.password);
    const browser = stage.newBrowser();
    await browser.signIn(stage.target(), person);
    people.push({ id, browser });
  }
  await atOnce(200, async (index) => {
    const person = people[index % people.length];
    assert.ok(person !== undefined);
    const { headers } = await person.browser.get(stage.target({ state: person.id }));
    const back = new URL(headers.location ?? "");
    assert.equal(back.searchParams.get("state"), person.id);
    const token = tokenIn(await stage.exchange(back.searchParams.get("code") ?? ""));
    assert.equal(JSON.parse((await stage.userinfo(`Bearer ${token}`)).body).sub, person.id);
  });
});
