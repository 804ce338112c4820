import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { peerPackages, storesOf } from "./peers.ts";

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly resolved?: string }>>;
}

const home = new URL("peers/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, home), "utf8");
const lock = JSON.parse(read("package-lock.json")) as Lock;
const { dependencies } = JSON.parse(read("package.json")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

test("every peer has a server, a store, and one exact version, which the lock file agrees with", () => {
  for (const [name, npmName] of Object.entries(peerPackages)) {
    assert.ok(existsSync(new URL(`${name}.js`, home)), name);
    assert.match(dependencies[npmName] ?? "", /^\d+\.\d+\.\d+$/, npmName);
    assert.equal(lock.packages[`node_modules/${npmName}`]?.version, dependencies[npmName]);
  }
  assert.deepEqual(Object.keys(storesOf), Object.keys(peerPackages));
  assert.ok(Object.values(storesOf).every((stores) => stores.includes("sqlite")));
});

test("the lock file records no download addresses", () => {
  const recorded = Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined);
  assert.deepEqual(recorded, []);
});

test("the project itself depends on no peer", () => {
  const project = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  for (const npmName of Object.values(peerPackages)) assert.ok(!project.includes(`"${npmName}"`), npmName);
});
