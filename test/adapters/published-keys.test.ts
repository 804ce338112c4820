import assert from "node:assert/strict";
import { test } from "node:test";
import type { GuardedFetch } from "../../src/adapters/fetch/guarded-fetch.ts";
import { createPublishedKeys } from "../../src/adapters/fetch/published-keys.ts";
import { readPublishedKeys } from "../../src/protocol/client/key-set.ts";
import { ok, refuse } from "../../src/values/result.ts";
import { FakeClock } from "../support/in-process.ts";

const uri = "https://client.example/keys";
const key = (kid: string) => ({ kty: "OKP", crv: "Ed25519", kid, x: "A".repeat(43) });

/** An address whose answer a test replaces, and how often it was asked. */
function address() {
  const clock = new FakeClock();
  const state = { asked: 0, status: 200, isAway: false, body: JSON.stringify({ keys: [key("a")] }) };
  const fetch: GuardedFetch = async () => {
    state.asked += 1;
    const { status, body } = state;
    return state.isAway ? refuse("unreachable") : ok({ status, body, bytes: Buffer.from(body) });
  };
  const keys = createPublishedKeys({ fetch, clock, read: readPublishedKeys });
  const find = async () => (await keys.find(uri)).map(({ kid }) => kid);
  return { clock, state, keys, find };
}

test("keys are remembered for five minutes, as the same objects", async () => {
  const { clock, state, keys } = address();
  const [first] = await keys.find(uri);
  clock.advance(299);
  assert.equal((await keys.find(uri))[0], first);
  assert.equal(state.asked, 1);
  clock.advance(1);
  await keys.find(uri);
  assert.equal(state.asked, 2);
});

test("calls for an address that is being asked wait for the same answer", async () => {
  const { state, keys } = address();
  await Promise.all([keys.find(uri), keys.find(uri), keys.findAgain(uri)]);
  assert.equal(state.asked, 1);
});

test("an address is asked again when none of its keys fits, at most once a minute", async () => {
  const { clock, state, keys, find } = address();
  await find();
  state.body = JSON.stringify({ keys: [key("b")] });
  assert.equal(await keys.findAgain(uri), undefined);
  clock.advance(60);
  assert.deepEqual(
    (await keys.findAgain(uri))?.map(({ kid }) => kid),
    ["b"],
  );
  assert.equal(await keys.findAgain(uri), undefined);
  assert.deepEqual([await find(), state.asked], [["b"], 2]);
});

test("a response cached under a clock that was ahead is fetched again after the clock is set back", async () => {
  const { clock, state, keys, find } = address();
  clock.advance(86_400);
  await find();
  state.body = JSON.stringify({ keys: [key("b")] });
  clock.advance(-86_400);
  assert.deepEqual([await find(), state.asked], [["b"], 2]);
  clock.advance(-86_400);
  assert.ok(await keys.findAgain(uri));
});

test("an unreadable answer means no keys, and the address is asked again after ten seconds", async () => {
  for (const fault of [{ isAway: true }, { status: 302 }, { status: 500 }, { body: "no" }, { body: "{}" }]) {
    const { clock, state, find } = address();
    const before = { ...state };
    Object.assign(state, fault);
    assert.deepEqual(await find(), []);
    clock.advance(9);
    assert.deepEqual([await find(), state.asked], [[], 1]);
    clock.advance(1);
    Object.assign(state, { ...before, asked: state.asked });
    assert.deepEqual([await find(), state.asked], [["a"], 2]);
  }
});

test("RFC 7517 §5: unsuitable keys are passed over, private ones too", async () => {
  const { state, find } = address();
  const strange = [{ ...key("d"), d: "secret" }, { kty: "oct", k: "x" }, { ...key("e"), use: "enc" }, null];
  state.body = JSON.stringify({ keys: [...strange, key("good")] });
  assert.deepEqual(await find(), ["good"]);
});
