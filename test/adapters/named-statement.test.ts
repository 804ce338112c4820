import assert from "node:assert/strict";
import { test } from "node:test";
import type { Parameter } from "../../src/adapters/sql/fact.ts";
import { NamedStatement } from "../../src/adapters/sql/named.ts";

const asGiven = (value: Parameter) => value;

test("each named parameter becomes one number in the order of first use, and a cast stays", () => {
  const statement = new NamedStatement(
    "SELECT :name::text WHERE id = :id OR name = :name AND at = CAST(:at2 AS bigint)",
    "$",
    (text) => text,
  );
  assert.equal(statement.native, "SELECT $1::text WHERE id = $2 OR name = $1 AND at = CAST($3 AS bigint)");
  assert.deepEqual(statement.inOrder({ at2: 3, id: 2, name: "one", other: 4 }, asGiven), ["one", 2, 3]);
});

test("a parameter without a value throws; undefined is a value", () => {
  const statement = new NamedStatement("SELECT :id, :at", "?", (text) => text);
  assert.equal(statement.native, "SELECT ?1, ?2");
  assert.deepEqual(statement.inOrder({ id: 1, at: undefined }, asGiven), [1, undefined]);
  assert.throws(() => statement.inOrder({ id: 1 }, asGiven), /:at/);
});
