import assert from "node:assert/strict";
import { test } from "node:test";
import {
  choiceOf,
  formatOtherAccounts,
  readOtherAccounts,
  withChoice,
} from "../../src/identity/browser-accounts.ts";
import { parseClientId, sessionIdOf } from "../../src/values/ids.ts";

const cookie = (letter: string) => letter.repeat(64);
const id = (byte: number) => sessionIdOf(new Uint8Array(16).fill(byte));
const client = parseClientId("lkcAbcdefghijklmnopqrst") ?? assert.fail();

test("what is written is read again, with at most four sessions and twenty choices", () => {
  const choices = Array.from({ length: 25 }, (_, index) => choiceOf(client, id(index)));
  const written = formatOtherAccounts({ sessionCookies: ["A", "B", "C", "D"].map(cookie), choices });
  assert.equal(written.length, 4 * 65 + 20 * 12 - 1);
  assert.match(written, /^[\w.-]+$/);
  assert.deepEqual(readOtherAccounts(written), {
    sessionCookies: ["A", "B", "C", "D"].map(cookie),
    choices: choices.slice(0, 20),
  });
});

test("without other accounts no choice is left", () => {
  assert.equal(formatOtherAccounts({ sessionCookies: [], choices: [choiceOf(client, id(1))] }), "");
});

test("of an invented cookie only parts of the right shape count, each once", () => {
  const none = { sessionCookies: [], choices: [] };
  for (const text of [undefined, "", ".", "x", "=".repeat(64), cookie("A").repeat(100), ".".repeat(100_000)])
    assert.deepEqual(readOtherAccounts(text), none);
  assert.deepEqual(readOtherAccounts(`${cookie("A")}.x.${cookie("A")}..${cookie("B")}`).sessionCookies, [
    cookie("A"),
    cookie("B"),
  ]);
});

test("a choice takes the place of the one before for the same client, and of no other", () => {
  const other = parseClientId("lkcZbcdefghijklmnopqrst") ?? assert.fail();
  const before = [choiceOf(client, id(1)), choiceOf(other, id(1))];
  const after = withChoice(before, { clientId: client, sessionId: id(2), among: [id(1), id(3)] });
  assert.deepEqual(after, [choiceOf(client, id(2)), choiceOf(other, id(1))]);
});
