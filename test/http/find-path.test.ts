import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createFindPath } from "../../src/http/find-path.ts";

const paths = [
  "/clients",
  "/clients/{id}",
  "/clients/new",
  "/clients/{id}/secrets/{secret}",
  "/clients/{id}/secrets/new",
  "/{tenant}/callback",
];
const find = createFindPath(new Map(paths.map((path) => [path, path])));

type Row = readonly [path: string, found: string | undefined, names?: Readonly<Record<string, string>>];

const rows: readonly Row[] = [
  ["/clients", "/clients", {}],
  ["/clients/new", "/clients/new", {}],
  ["/clients/a/secrets/b", "/clients/{id}/secrets/{secret}", { id: "a", secret: "b" }],
  ["/acme/callback", "/{tenant}/callback", { tenant: "acme" }],
  ["/clients/{id}", "/clients/{id}", { id: "{id}" }],
  ["/clients/a%2Fb", "/clients/{id}", { id: "a/b" }],
  ["/clients/%2525", "/clients/{id}", { id: "%25" }],
  ["/clients/a+b", "/clients/{id}", { id: "a+b" }],
  ["/clients/%6eew", "/clients/{id}", { id: "new" }],
  ["/clients/%E2%82%AC", "/clients/{id}", { id: "€" }],
  ["/clients/__proto__", "/clients/{id}", { id: "__proto__" }],
  ["/clients/...", "/clients/{id}", { id: "..." }],
  ["/clients/a..b", "/clients/{id}", { id: "a..b" }],
  ["/clients/%5C%23", "/clients/{id}", { id: "\\#" }],
  ["/clients/.", undefined],
  ["/clients/..", undefined],
  ["/clients/%2e%2E", undefined],
  ["/clients/.%2e/secrets/b", undefined],
  ["/clients/x\\..\\y", undefined],
  ["/clients/a#b", undefined],
  ["/clients/%ff", undefined],
  ["/clients/%", undefined],
  ["/clients/%ed%a0%80", undefined],
  ["/clients/", undefined],
  ["/clients//secrets/b", undefined],
  ["//clients", undefined],
  ["/Clients", undefined],
  ["/%63lients", undefined],
  ["/clients/a/secrets", undefined],
  ["/clients/a/secrets/b/", undefined],
  ["", undefined],
];

for (const [path, place, names] of rows)
  test(`the path ${JSON.stringify(path)} leads to ${place ?? "nothing"}`, () => {
    assert.deepEqual(find(path), place === undefined ? undefined : { place, names });
  });

test("of two paths with names, the first of the table wins", () => {
  const both = ["/clients/{id}/secrets/{secret}", "/clients/{id}/{what}/new"];
  const found = createFindPath(new Map(both.map((path) => [path, path])))("/clients/a/secrets/new");
  assert.equal(found?.place, both[0]);
});

test("a name is what was percent-encoded, whatever it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (id) => {
      fc.pre(id.isWellFormed() && id !== "." && id !== "..");
      const found = find(`/clients/${encodeURIComponent(id)}/secrets/x`);
      assert.deepEqual(found?.names, { id, secret: "x" });
    }),
  );
});

test("no path makes the look-up throw", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (path) => void find(path)));
});
