/** Counts the modules that a service loads, and holds them to limits. No clock is read. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { authorizationTarget } from "../support/authorization-url.ts";
import { FormClient } from "../support/form-client.ts";
import { type CountedService, startCounted } from "./counted-service.ts";
import { moduleLimits as limits } from "./limits.ts";

describe("modules of a service", () => {
  let running: CountedService;
  before(async () => {
    running = await startCounted("modules");
  });
  after(() => running[Symbol.asyncDispose]());

  async function atMost(when: keyof typeof limits): Promise<void> {
    const counts = await running.counts();
    const [own = 0, ofPackages = 0] = [counts["own module"], counts["package module"]];
    assert.ok(own > 0 && ofPackages > 0, "no modules were counted");
    const { own: ownMax, ofPackages: ofPackagesMax } = limits[when];
    assert.ok(own <= ownMax, `${own} of its own, and the limit is ${ownMax}`);
    assert.ok(ofPackages <= ofPackagesMax, `${ofPackages} of packages, and the limit is ${ofPackagesMax}`);
  }

  test("until it is ready", async () => {
    const { status } = await new FormClient(running.service.url).get("/readyz");
    assert.equal(status, 200);
    await atMost("until it is ready");
  });

  test("after the first login page", async () => {
    const client = await running.service.createClient("Shop", ["https://app.example/cb"]);
    const { status } = await new FormClient(running.service.url).get(authorizationTarget(client));
    assert.equal(status, 200);
    await atMost("after the first login page");
  });
});

test("every module that is loaded late can be loaded", async () => {
  const root = resolve(import.meta.dirname, "../../src");
  const late = globSync("**/*.ts", { cwd: root, exclude: ["main.ts"] }).flatMap((name) => {
    const file = join(root, name);
    const imports = readFileSync(file, "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g);
    return [...imports].map(([, path = ""]) => resolve(dirname(file), path));
  });
  assert.ok(late.length > 50, `only ${late.length} were found`);
  for (const file of new Set(late)) await import(pathToFileURL(file).href);
});
