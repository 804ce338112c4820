import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Api, allowancesOf } from "../../../src/protocol/api/api.ts";
import { readTargets, resourcesOfGrant, resourcesToFind } from "../../../src/protocol/api/targets.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { aClient, anApi, anOpenidClient, parametersOf, reasonOf, unwrap } from "../fixtures.ts";

const orders = anApi();
const listed = anApi({ resource: "https://api.example/listed", openTo: "listed" });
const open = anApi({ resource: "https://mcp.example", openTo: "any" });
const apis = [orders, listed, open];

const own = anOpenidClient();
const stranger = anOpenidClient({ isThirdParty: true, registrationTokenDigest: "d" });
const registered = (...resources: readonly string[]) => anOpenidClient({ resources });

function targets(client: Client, requested: readonly string[], known: readonly Api[] = apis) {
  return unwrap(readTargets(client, requested, known)).resources;
}

describe("what a request's tokens are meant for (RFC 8707 §2)", () => {
  const accepted: readonly (readonly [
    title: string,
    client: Client,
    requested: string[],
    resources: string[],
  ])[] = [
    ["an API that is open to registered clients", own, [orders.resource], [orders.resource]],
    [
      "an API that is open to any, for a client that registered itself",
      stranger,
      [open.resource],
      [open.resource],
    ],
    [
      "a listed API that the registration names",
      registered(listed.resource),
      [listed.resource],
      [listed.resource],
    ],
    ["scheme and host in any case", own, ["HTTPS://Api.Example/orders"], [orders.resource]],
    ["one slash after a bare origin", own, [`${open.resource}/`], [open.resource]],
    ["another resource that the registration names", registered("urn:x:y"), ["urn:x:y"], ["urn:x:y"]],
    [
      "one that it names in another spelling keeps the registered one",
      registered("https://Old.example/"),
      ["https://old.example"],
      ["https://Old.example/"],
    ],
    [
      "several, each once",
      own,
      [orders.resource, open.resource, orders.resource],
      [orders.resource, open.resource],
    ],
  ];
  for (const [title, client, requested, resources] of accepted)
    it(`${title}: accepted`, () => assert.deepEqual(targets(client, requested), resources));

  const refused: readonly (readonly [title: string, client: Client, requested: string[]])[] = [
    [
      "an API that is open to registered clients, for one that registered itself",
      stranger,
      [orders.resource],
    ],
    ["a listed API that the registration does not name", own, [listed.resource]],
    ["an unknown resource", own, ["https://api.example/other"]],
    ["the path in another case", own, ["https://api.example/Orders"]],
    ["a slash after a path", own, [`${orders.resource}/`]],
    ["another port", own, ["https://api.example:8443/orders"]],
    ["a fragment", own, [`${orders.resource}#x`]],
    ["a relative URI, even a registered one", registered("/orders"), ["/orders"]],
    ["one of several", own, [orders.resource, "https://api.example/other"]],
    ["more than eight", own, Array(9).fill(orders.resource)],
  ];
  for (const [title, client, requested] of refused)
    it(`${title}: refused`, () =>
      assert.equal(reasonOf(readTargets(client, requested, apis)), "target-invalid"));
});

describe("a request that names no resource", () => {
  it("means the API that the registration names", () => {
    assert.deepEqual(targets(registered(listed.resource), [], [listed]), [listed.resource]);
    assert.deepEqual(targets(registered(listed.resource, "urn:x:y"), [], [listed]), [listed.resource]);
  });

  it("means none where the registration names several APIs, or only other resources", () => {
    assert.deepEqual(targets(registered(listed.resource, orders.resource), [], [listed, orders]), []);
    assert.deepEqual(targets(registered("urn:x:y"), [], []), []);
  });
});

describe("which resources are looked up", () => {
  it("none for a client of the interface, whatever it sends", () => {
    const client = aClient({ metadata: interfaceMetadata });
    assert.deepEqual(resourcesToFind(client, parametersOf(`resource=${orders.resource}`)), []);
    assert.deepEqual(resourcesOfGrant(client, [orders.resource], [orders.resource]), []);
  });

  it("the requested ones, or those of the registration", () => {
    const client = registered(listed.resource);
    assert.deepEqual(resourcesToFind(client, parametersOf("resource=https://A.example/&resource=%20")), [
      "https://a.example",
    ]);
    assert.deepEqual(resourcesToFind(client, parametersOf("")), [listed.resource]);
  });

  it("a bounded number", () => {
    const many = parametersOf(
      Array.from({ length: 40 }, (_, at) => `resource=https://a.example/${at}`).join("&"),
    );
    assert.equal(resourcesToFind(own, many).length, 8);
  });
});

describe("what a person allows", () => {
  it("each value of an API under the API, so that equal names of two APIs stay apart", () => {
    const other = anApi({ resource: "https://other.example", scopes: ["orders:read"] });
    assert.deepEqual(allowancesOf(["openid", "orders:read"], [orders, other]), [
      "openid",
      "https://api.example/orders#",
      "https://api.example/orders#orders:read",
      "https://other.example#",
      "https://other.example#orders:read",
    ]);
  });
});
