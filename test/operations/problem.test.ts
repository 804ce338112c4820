import assert from "node:assert/strict";
import { test } from "node:test";
import { refused as refusedCommand } from "../../src/cli/outcome.ts";
import type { ProblemCategory, ProblemTable } from "../../src/flows/operator/problem.ts";
import { problems, refused } from "../../src/operations/problem.ts";

type Reason = { readonly kind: ProblemCategory; readonly name: string };

const table: ProblemTable<Reason> = {
  "not-found": { as: "not-found", say: ({ name }) => `There is no ${name}.` },
  invalid: { as: "invalid", at: "name", say: "The name is empty." },
  refused: { as: "refused", say: "There are too many." },
  lacking: { as: "lacking", right: "groups:write", say: "This needs the right groups:write." },
  conflict: { as: "conflict", say: "The name is taken." },
  changed: { as: "changed", say: "Somebody else changed it." },
  unavailable: { as: "unavailable", say: "Try again." },
};

const rows: readonly (readonly [kind: ProblemCategory, exitCode: number, status: number])[] = [
  ["not-found", 3, 404],
  ["invalid", 4, 422],
  ["refused", 4, 409],
  ["lacking", 4, 403],
  ["conflict", 5, 409],
  ["changed", 5, 409],
  ["unavailable", 69, 503],
];

for (const [kind, exitCode, status] of rows)
  test(`a problem understood as ${kind} is exit code ${exitCode} of a command and status ${status} of the admin API`, () => {
    const reason = { kind, name: "thing" };
    const command = refusedCommand(table, reason, "Look there.");
    const { reason: answer } = refused(table, reason);
    assert.equal(!command.ok && command.reason.exitCode, exitCode);
    assert.equal(!command.ok && command.reason.hint, "Look there.");
    assert.equal(problems[answer.kind].status, status);
    assert.ok(!command.ok && answer.detail.startsWith(command.reason.cause));
    assert.equal(answer.retryAfterSeconds, kind === "unavailable" ? 2 : undefined);
  });

test("the admin API points at the member of the content that a problem is about", () => {
  const about = (kind: ProblemCategory, at?: string) =>
    refused(table, { kind, name: "thing" }, at === undefined ? {} : { at }).reason;
  assert.deepEqual(about("invalid").errors, [{ pointer: "/name", detail: "The name is empty." }]);
  assert.deepEqual(about("invalid", "names/0").errors, [
    { pointer: "/names/0", detail: "The name is empty." },
  ]);
  const missing = about("not-found", "things");
  assert.equal(problems[missing.kind].status, 422);
  assert.deepEqual(missing.errors, [{ pointer: "/things", detail: "There is no thing." }]);
});

test("the admin API names the right that is lacking, for the challenge of its answer", () => {
  assert.equal(refused(table, { kind: "lacking", name: "" }).reason.scope, "groups:write");
});

test("what changed since it was read is 412 to a program that said which version it read", () => {
  const { kind } = refused(table, { kind: "changed", name: "" }, { ifMatch: '"a"' }).reason;
  assert.equal(problems[kind].status, 412);
});
