import assert from "node:assert/strict";
import { test } from "node:test";
import { missingProxy as missingProtector } from "../support/protecting-proxy.ts";
import { missingProxy } from "../support/proxy.ts";
import { hasReleasedProgram } from "../support/released-program.ts";
import { enumerationRounds, mannWhitneyZ } from "./enumeration.ts";
import { mailedLinkRounds } from "./mailed-links.ts";
import { codeRounds } from "./one-time-codes.ts";
import { pathRounds } from "./paths.ts";
import { raceRounds } from "./races.ts";
import { redirectRounds, variantsOf } from "./redirect-uris.ts";
import { rollingRounds, upgradeUnderLoad } from "./rolling.ts";

test("C3, C4: one winner of 100 exchanges at once, in one process, two workers and two nodes", async () => {
  const { figures, violations } = await raceRounds(3);
  assert.deepEqual(violations, []);
  for (const track of ["one process", "two workers", "two nodes"])
    assert.equal(figures[`winners on ${track}`], 3);
});

test("E12: of 20 sign-ins with one code of an app one begins a session, and with an earlier code none", async () => {
  const { figures, violations } = await codeRounds(10);
  assert.deepEqual(violations, []);
  assert.deepEqual([figures["sessions on SQLite"], figures["sessions on PostgreSQL"]], [10, 10]);
});

test("no variant of a registered URI is redirected to", async () => {
  const { figures, violations } = await redirectRounds(1, undefined, 20);
  assert.deepEqual(violations, []);
  assert.ok(Number(figures.variants) > 100);
});

test("a path that rules judge is read alike by Node, nginx and Caddy", {
  skip: missingProtector("nginx") || missingProtector("caddy"),
}, async () => {
  const { figures, violations } = await pathRounds(5);
  assert.deepEqual(violations, []);
  assert.ok(Number(figures.judged) > 300);
});

test("the variants of a URI are many, differ from it, and none comes twice", () => {
  const variants = variantsOf("https://app.example/cb");
  assert.ok(variants.length > 300);
  assert.equal(new Set(variants).size, variants.length);
  assert.ok(!variants.includes("https://app.example/cb"));
});

test("E19: a wrong password, a request for a link and a sign-up are answered alike, whether or not somebody has the name", async () => {
  assert.deepEqual((await enumerationRounds(40)).violations, []);
});

test("E15, E19: the request after a form, and the page of a used link, take as long for all", async () => {
  assert.deepEqual((await mailedLinkRounds(20, undefined, 6)).violations, []);
});

test("the Mann-Whitney test finds a difference that is there, and none that is not", () => {
  const numbers = Array.from({ length: 200 }, (_, index) => (index * 7_919) % 1_000);
  assert.ok(Math.abs(mannWhitneyZ(numbers, numbers.toReversed())) < 0.2);
  assert.ok(
    mannWhitneyZ(
      numbers.map((number) => number + 300),
      numbers,
    ) > 5,
  );
});

test("G25: a rolling restart behind HAProxy at fifty sign-ins a second fails nobody, with workers and without", {
  skip: missingProxy("haproxy"),
  timeout: 120_000,
}, async () => {
  const { figures, violations } = await rollingRounds(1, undefined, ["haproxy"]);
  assert.deepEqual(violations, []);
  assert.equal(figures["restarts behind haproxy"], 2);
  assert.ok(Number(figures["planned behind haproxy"]) > 0);
  assert.equal(figures["sign-ins behind haproxy"], figures["planned behind haproxy"]);
});

/** The newest release that runs with the packages of this checkout. */
const older = "1203a8bb";
test("two nodes of an older release are replaced by this one at fifty sign-ins a second, the schema under them, and nobody fails", {
  skip: missingProxy("haproxy") || (!hasReleasedProgram(older) && `the commit ${older} is not in this clone`),
  timeout: 120_000,
}, async () => {
  const { figures, violations } = await upgradeUnderLoad(older);
  assert.deepEqual(violations, []);
  assert.ok(Number(figures.migrations) > 10);
  assert.ok(Number(figures.planned) > 100);
  assert.equal(figures["sign-ins"], figures.planned);
});
