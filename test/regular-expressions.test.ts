import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { expressionsIn } from "./support/regular-expressions.ts";

// The build in JavaScript, which needs neither Java nor a binary of the platform.
process.env.RECHECK_BACKEND = "pure";
process.env.RECHECK_SYNC_BACKEND = "pure";
const { checkSync } = await import("recheck");

const source = resolve(import.meta.dirname, "../src");
const files = globSync("**/*.ts", { cwd: source }).sort();

/**
 * The files whose expressions meet text from outside: requests, answers of other servers, stored rows, and files that are imported. The
 * pages, settings, the demo and the commands apply theirs to constants and to what the operator wrote.
 */
const meetsInput = /^(?:adapters|flows|http|identity|protocol|values)\/|^cli\/import|^ops\/brand\.ts$/;

/** Without limits in time, which would make the result depend on the machine; the others keep each check within a second. */
const limits = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  maxNFASize: 2000,
  maxIteration: 2,
  maxGenerationSize: 30,
  maxInitialGenerationSize: 100,
  incubationLimit: 5000,
  attackLimit: 300_000,
} as const;

/** Expressions with the flag v, which the checker cannot read: none of them repeats anything. */
const withSets = ["/[\\p{Zs}--\\u0020]/gv"];

/** Files that build an expression from constants when they are loaded. */
const builders = ["adapters/passwords/phc.ts", "protocol/device/user-code.ts", "values/network.ts"];

const found = files.flatMap((file) =>
  expressionsIn(readFileSync(join(source, file), "utf8")).map((each) => ({ ...each, file })),
);

test("the regular expressions of a text are found, and divisions, comments, strings and templates are none", () => {
  const text = [
    "const a = b / c / d; // /no/",
    'const e = "/no/" + (f) / g[0] / 2; /* /no/g */',
    "return /one/.test(x) ? y : /two\\/[/]/giu;",
    "const t = `/no/ $\u007bz / 2 / `$\u007b/three/.source}`} /no/`;",
    "if (a) call(/four/, [/five/v]);",
    "const n = 1 / 2; const o = { p: /six/s };",
  ].join("\n");
  assert.deepEqual(
    expressionsIn(text).map((each) => `${each.line} /${each.source}/${each.flags}`),
    ["3 /one/", "3 /two\\/[/]/giu", "4 /three/", "5 /four/", "5 /five/v", "6 /six/s"],
  );
});

test("the expressions of the source are found, and each is one", () => {
  assert.ok(found.length > 300, `only ${found.length}`);
  for (const each of found)
    assert.doesNotThrow(() => new RegExp(each.source, each.flags), JSON.stringify(each));
});

function statusOf(expression: string, flags: string): string {
  const checked = checkSync(expression, flags, limits);
  return checked.status === "vulnerable" ? checked.complexity.type : checked.status;
}

test("within these limits, the checker finds what is exponential or polynomial", () => {
  for (const [expression, status] of [
    ["^(?:#.*\\n|---.*\\n|%.*\\n|\\s*\\n)*users:", "exponential"],
    ["^\\s*(?:<!--[\\s\\S]*?-->\\s*)*<svg[\\s>]", "exponential"],
    ["=+$", "polynomial"],
    ["\\bVersion\\/(\\d+)[\\d.]* Safari", "polynomial"],
    ["^[a-z]+(?:-[a-z]+)*$", "safe"],
  ] as const)
    assert.equal(statusOf(expression, ""), status, expression);
});

test("no expression that meets text from outside takes more than linear time", () => {
  const faults: string[] = [];
  const checked = new Map<string, string>();
  for (const each of found)
    if (meetsInput.test(each.file)) checked.set(`/${each.source}/${each.flags}`, `${each.file}:${each.line}`);
  assert.ok(checked.size > 150, `only ${checked.size}`);
  const [withFlag, others] = [[...checked].filter(([text]) => /v$/.test(text)), new Map(checked)];
  for (const [text] of withFlag) others.delete(text);
  assert.deepEqual(
    withFlag.map(([text]) => text),
    withSets,
  );
  for (const [text, place] of others) {
    const end = text.lastIndexOf("/");
    const status = statusOf(text.slice(1, end), text.slice(end + 1));
    if (status !== "safe") faults.push(`${place} ${text}: ${status}`);
  }
  assert.deepEqual(faults, []);
});

test("an expression that meets text from outside is written out, and so seen here, but for those of constants", () => {
  const building = files.filter(
    (file) => meetsInput.test(file) && readFileSync(join(source, file), "utf8").includes("new RegExp("),
  );
  assert.deepEqual(building, builders);
});
