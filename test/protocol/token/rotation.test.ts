import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideRotation } from "../../../src/protocol/token/rotation.ts";
import { ok, refuse } from "../../../src/values/result.ts";

describe("which token of a family was presented (RFC 9700 §4.14.2)", () => {
  const rows: readonly {
    readonly rule: string;
    readonly presented: number;
    readonly newest: number;
    readonly keepsToken?: true;
    readonly expected: ReturnType<typeof decideRotation>;
  }[] = [
    { rule: "the first token gives the second", presented: 1, newest: 1, expected: ok(2) },
    { rule: "the newest gives its successor", presented: 5, newest: 5, expected: ok(6) },
    { rule: "the one before it gives the newest again", presented: 4, newest: 5, expected: ok(5) },
    { rule: "one before that was reused", presented: 3, newest: 5, expected: refuse("reused") },
    { rule: "the first of many was reused", presented: 1, newest: 99, expected: refuse("reused") },
    { rule: "a kept token stays the newest", presented: 5, newest: 5, keepsToken: true, expected: ok(5) },
    {
      rule: "a client that keeps its token now gets the newest for the one before it",
      presented: 4,
      newest: 5,
      keepsToken: true,
      expected: ok(5),
    },
    {
      rule: "a client that keeps its token now cannot go back to what was replaced before",
      presented: 3,
      newest: 5,
      keepsToken: true,
      expected: refuse("reused"),
    },
    { rule: "there is no token 0", presented: 0, newest: 1, expected: refuse("never-issued") },
    { rule: "there is none before it", presented: -1, newest: 5, expected: refuse("never-issued") },
    { rule: "the next was not issued yet", presented: 6, newest: 5, expected: refuse("never-issued") },
    { rule: "nor any after that", presented: 99, newest: 5, expected: refuse("never-issued") },
  ];
  for (const { rule, presented, newest, keepsToken = false, expected } of rows)
    it(rule, () => assert.deepEqual(decideRotation({ presented, newest, keepsToken }), expected));
});
