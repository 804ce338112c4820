import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OpenTo } from "../../../src/protocol/api/api.ts";
import { namedScopesMax, registeredScopes, supportedScopes } from "../../../src/protocol/api/open-scopes.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { knownScopes } from "../../../src/protocol/scope.ts";
import { apiNamed } from "../../storage-contract/apis.ts";
import { aClient } from "../fixtures.ts";

const scopesOf = (names: readonly string[]) =>
  names.map((name) => ({ name, sentence: "See your orders", translations: {} }));
const open = (openTo: OpenTo, ...names: readonly string[]) =>
  apiNamed(openTo, { openTo, scopes: scopesOf(names) });
const apis = [open("any", "a", "shared"), open("third-party", "t", "shared"), open("listed", "l")];

describe("scopes that are named to clients", () => {
  it("RFC 8414 §2: the sign-in's own and those of APIs that are not only for listed clients, each once", () => {
    assert.deepEqual(supportedScopes([]), knownScopes);
    assert.deepEqual(supportedScopes(apis), [...knownScopes, "a", "shared", "t"]);
  });

  const metadata = { ...interfaceMetadata, isOpenid: true, mayRefresh: true };
  for (const [who, client, expected] of [
    [
      "a client that registered itself",
      aClient({ metadata: { ...metadata, registrationTokenDigest: "x" } }),
      ["a", "shared"],
    ],
    ["one that the operator registered", aClient({ metadata }), ["a", "shared", "t"]],
    [
      "one that names the listed API",
      aClient({ metadata: { ...metadata, resources: ["https://listed.example/api"] } }),
      ["a", "shared", "t", "l"],
    ],
  ] as const)
    it(`RFC 7591 §2: ${who} learns what it may ask for`, () =>
      assert.deepEqual(registeredScopes(client, apis), [...knownScopes, ...expected]));

  it("the sign-in's own values are those of the client", () => {
    const client = aClient({ metadata: interfaceMetadata });
    assert.deepEqual(registeredScopes(client, []), ["profile", "email"]);
  });

  it("a document names at most 200 values", () => {
    const many = Array.from({ length: 10 }, (_, api) =>
      open("any", ...Array.from({ length: 50 }, (__, index) => `s${api}.${index}`)),
    );
    assert.equal(supportedScopes(many).length, namedScopesMax);
    assert.equal(registeredScopes(aClient({ metadata }), many).length, namedScopesMax);
  });
});
