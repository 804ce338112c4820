import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideTarget, type TokenTarget } from "../../../src/protocol/token/audience.ts";
import type { Result } from "../../../src/values/result.ts";
import { anApi, anOpenidClient, reasonOf, unwrap } from "../fixtures.ts";

const orders = anApi();
const stock = anApi({ resource: "https://api.example/stock", scopes: ["stock:read", "orders:read"] });
const client = anOpenidClient({ resources: ["urn:x:y", "urn:x:z"] });
const scope = ["openid", "orders:read", "orders:write", "stock:read"];

function decide(given: {
  granted?: readonly string[];
  requested?: readonly string[];
  apis?: readonly (typeof orders)[];
  client?: typeof client;
  groups?: readonly string[];
}): Result<TokenTarget, string> {
  return decideTarget({
    client: given.client ?? client,
    granted: given.granted,
    scope,
    requested: given.requested ?? [],
    apis: given.apis ?? [orders, stock],
    groups: given.groups ?? [],
  });
}

describe("what a new token is meant for (RFC 8707 §2.2)", () => {
  it("the one API that was granted, with the part of the scope that it has", () => {
    const target = unwrap(decide({ granted: [orders.resource] }));
    assert.deepEqual(target, {
      audience: [orders.resource],
      api: orders,
      scope: ["openid", "orders:read", "orders:write"],
    });
  });

  it("the requested one of several, in any spelling of the host", () => {
    const granted = [orders.resource, stock.resource];
    const target = unwrap(decide({ granted, requested: ["https://API.example/stock"] }));
    assert.deepEqual(target.audience, [stock.resource]);
    assert.deepEqual(target.scope, ["openid", "orders:read", "stock:read"]);
  });

  it("other resources of the registration together, with the sign-in's own values", () => {
    const target = unwrap(decide({ granted: ["urn:x:y", "urn:x:z"] }));
    assert.deepEqual(target, { audience: ["urn:x:y", "urn:x:z"], api: undefined, scope: ["openid"] });
  });

  it("an API that was deleted while a registration names it leaves none of its scope behind", () => {
    const named = anOpenidClient({ resources: [orders.resource] });
    const target = unwrap(decide({ client: named, granted: [orders.resource], apis: [] }));
    assert.deepEqual([target.audience, target.scope], [[orders.resource], ["openid"]]);
  });

  it("nothing, where nothing was granted or requested", () => {
    assert.deepEqual(unwrap(decide({})).audience, []);
  });

  it("a registered resource that only the token request names", () => {
    assert.deepEqual(unwrap(decide({ requested: ["urn:x:y"] })).audience, ["urn:x:y"]);
  });

  const refused = [
    [
      "several APIs were granted and none is named",
      { granted: [orders.resource, stock.resource] },
      "target-ambiguous",
    ],
    [
      "two are named",
      { granted: [orders.resource, stock.resource], requested: [orders.resource, stock.resource] },
      "target-ambiguous",
    ],
    ["an API beside another resource", { granted: [orders.resource, "urn:x:y"] }, "target-ambiguous"],
    [
      "one that was not granted",
      { granted: [orders.resource], requested: [stock.resource] },
      "target-not-granted",
    ],
    ["an API that only the token request names", { requested: [orders.resource] }, "target-not-granted"],
    ["no resource indicator", { granted: [orders.resource], requested: ["orders"] }, "target-not-granted"],
    ["an API that was deleted since", { granted: [orders.resource], apis: [] }, "target-closed"],
    [
      "an API that was closed to the client since",
      { granted: [orders.resource], apis: [anApi({ openTo: "listed" })] },
      "target-closed",
    ],
    [
      "a resource that the registration names no more",
      { granted: ["urn:x:y"], client: anOpenidClient() },
      "target-closed",
    ],
  ] as const;
  for (const [title, given, reason] of refused)
    it(`${title}: refused`, () => assert.equal(reasonOf(decide(given)), reason));

  it("and no value that the person's groups do not give", () => {
    const bound = {
      ...orders,
      scopes: orders.scopes.map((one) => ({
        ...one,
        ...(one.name === "orders:write" && { groups: ["staff"] }),
      })),
    };
    const scopeFor = (...groups: readonly string[]) =>
      unwrap(decide({ granted: [orders.resource], apis: [bound], groups })).scope;
    assert.deepEqual(scopeFor(), ["openid", "orders:read"]);
    assert.deepEqual(scopeFor("board"), ["openid", "orders:read"]);
    assert.deepEqual(scopeFor("board", "staff"), ["openid", "orders:read", "orders:write"]);
  });
});
