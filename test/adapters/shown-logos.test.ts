import assert from "node:assert/strict";
import { test } from "node:test";
import type { GuardedAnswer, GuardedProblem } from "../../src/adapters/fetch/guarded-fetch.ts";
import { type LogoProblem, openShownLogos } from "../../src/adapters/fetch/shown-logos.ts";
import type { ClientLogo } from "../../src/flows/logo-ports.ts";
import { type Client, interfaceMetadata } from "../../src/protocol/client/client.ts";
import { logoKindOf } from "../../src/protocol/client/logo.ts";
import { ok, type Result, refuse } from "../../src/values/result.ts";
import { clientNamed } from "../storage-contract/samples.ts";
import { FakeClock } from "../support/in-process.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n first", "latin1");
const uri = "https://app.example/logo.png";
const withLogo = (word: string, logoUri = uri): Client =>
  clientNamed(word, { metadata: { ...interfaceMetadata, logoUri } });

/** Logos in memory, a server whose answer a test replaces, and every call of the listeners. */
function desk() {
  const clock = new FakeClock();
  const kept = new Map<string, ClientLogo>();
  const asked: string[] = [];
  const problems: LogoProblem[] = [];
  const state: { answer: Result<GuardedAnswer, GuardedProblem>; gate: Promise<void> } = {
    answer: ok({ status: 200, body: "", bytes: png }),
    gate: Promise.resolve(),
  };
  const open = () =>
    openShownLogos({
      clock,
      kindOf: logoKindOf,
      logos: { find: async (id) => kept.get(id), keep: async (logo) => void kept.set(logo.clientId, logo) },
      fetch: async ({ url }) => {
        asked.push(url);
        await state.gate;
        return state.answer;
      },
      onProblem: (_, problem) => problems.push(problem),
      onFailure: (error) => assert.fail(String(error)),
    });
  return { clock, kept, asked, problems, state, open, settled: () => new Promise(setImmediate) };
}

test("a logo is fetched once, in the background of the first page that needs it", async () => {
  const { asked, open, settled, kept } = desk();
  const logos = open();
  const shop = withLogo("shop");
  assert.equal(logos.versionOf(shop), undefined);
  assert.equal(logos.versionOf(shop), undefined, "no second one while the first is under way");
  await settled();
  const version = logos.versionOf(shop);
  assert.match(version ?? "", /^[\w-]{12}$/);
  assert.deepEqual(kept.get(shop.id)?.picture, { kind: "png", bytes: png });
  const other = open();
  assert.equal(other.versionOf(shop), undefined);
  await settled();
  assert.equal(other.versionOf(shop), version, "another process finds it in the database");
  assert.deepEqual(asked, [uri]);
  assert.equal(logos.versionOf(clientNamed("plain")), undefined);
});

test("a logo is fetched again when its address changes, and then has another version", async () => {
  const { asked, open, settled, state } = desk();
  const logos = open();
  logos.versionOf(withLogo("shop"));
  await settled();
  const first = logos.versionOf(withLogo("shop"));
  state.answer = ok({ status: 200, body: "", bytes: Buffer.concat([png, png]) });
  const moved = withLogo("shop", "https://app.example/new.png");
  assert.equal(logos.versionOf(moved), undefined, "the picture of the old address is not shown");
  await settled();
  assert.notEqual(logos.versionOf(moved), first);
  assert.deepEqual(asked, [uri, "https://app.example/new.png"]);
});

const refusals: readonly (readonly [string, Result<GuardedAnswer, GuardedProblem>, LogoProblem])[] = [
  ["an address inside", refuse("address-not-allowed"), "not-fetched"],
  ["a server that is slow", refuse("timed-out"), "not-fetched"],
  ["a body that does not end", refuse("too-large"), "too-large"],
  ["a redirect", ok({ status: 302, body: "", bytes: png }), "not-answered-with-200"],
  ["an SVG", ok({ status: 200, body: "", bytes: Buffer.from("<svg/>") }), "not-a-picture"],
];
for (const [title, answer, problem] of refusals)
  test(`D33: ${title} gives no logo for an hour, and is told once`, async () => {
    const { asked, open, settled, state, clock, problems } = desk();
    state.answer = answer;
    const logos = open();
    const shop = withLogo("shop");
    const show = async () => {
      logos.versionOf(shop);
      await settled();
      return logos.versionOf(shop);
    };
    assert.equal(await show(), undefined);
    clock.advance(3_599);
    assert.equal(await show(), undefined);
    assert.equal(asked.length, 1);
    clock.advance(62);
    assert.equal(await show(), undefined);
    assert.equal(asked.length, 2);
    assert.deepEqual(problems, [problem]);
    state.answer = ok({ status: 200, body: "", bytes: png });
    clock.advance(3_700);
    assert.notEqual(await show(), undefined, "a server that is back is found");
  });

test("four logos are fetched at once, and the others of the page after them, fifty at most", async () => {
  const { asked, open, settled, state } = desk();
  const gate = Promise.withResolvers<void>();
  state.gate = gate.promise;
  const logos = open();
  const clients = Array.from({ length: 60 }, (_, index) => withLogo(`c${index}`));
  for (const client of clients) logos.versionOf(client);
  await settled();
  assert.equal(asked.length, 4);
  gate.resolve();
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.equal(asked.length, 54);
  for (const client of clients) logos.versionOf(client);
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.equal(asked.length, 60);
});

test("a logo that arrives after the close is not stored", async () => {
  const { kept, open, settled, state } = desk();
  const gate = Promise.withResolvers<void>();
  state.gate = gate.promise;
  const logos = open();
  logos.versionOf(withLogo("shop"));
  await settled();
  logos.close();
  gate.resolve();
  await settled();
  assert.equal(kept.size, 0);
});
