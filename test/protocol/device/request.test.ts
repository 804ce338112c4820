import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthenticatedClient } from "../../../src/protocol/client/authentication.ts";
import { type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { decideDeviceRequest, readDeviceRequest } from "../../../src/protocol/device/request.ts";
import { aClient, anApi, parametersOf, reasonOf, unwrap } from "../fixtures.ts";

function read(form: string, query?: string) {
  return readDeviceRequest({
    parameters: parametersOf(form),
    query: query === undefined ? undefined : parametersOf(query),
  });
}

/** Who a client is does not matter here, only what it registered. */
function clientWith(metadata: Partial<ClientMetadata>): AuthenticatedClient {
  return aClient({ metadata: { ...interfaceMetadata, ...metadata } }) as AuthenticatedClient;
}

describe("device authorization requests (RFC 8628 §3.1)", () => {
  it("scope and resources are optional", () => {
    assert.deepEqual(unwrap(read("client_id=a")), { scope: [], resources: [] });
    const form = "scope=openid+email+email&resource=https://a.example&resource=https://b.example";
    assert.deepEqual(unwrap(read(form)), {
      scope: ["openid", "email"],
      resources: ["https://a.example", "https://b.example"],
    });
  });

  const refusals = [
    ["scope=a&scope=b", undefined, "parameter-repeated"],
    ["client_id=a&client_id=a", undefined, "parameter-repeated"],
    ["scope=%ff", undefined, "parameter-malformed"],
    ["resource=%ff", undefined, "parameter-malformed"],
    ["client_id=a", "client_secret=x", "client-secret-in-query"],
    ["client_id=a", "scope=openid", "parameters-in-query"],
    ["client_id=a", "resource=https://a.example", "parameters-in-query"],
  ] as const;
  for (const [form, query, reason] of refusals)
    it(`${form} and ?${query ?? ""}: ${reason}`, () => assert.equal(reasonOf(read(form, query)), reason));

  it("the scope is narrowed to what the client may have, and unregistered resources are refused", () => {
    const client = clientWith({ mayUseDeviceGrant: true, resources: ["https://a.example"] });
    const scope = "scope=openid+email+offline_access+other";
    const request = unwrap(read(`${scope}&resource=https://a.example`));
    const granted = unwrap(decideDeviceRequest(request, client, []));
    assert.deepEqual(granted, { scope: ["email"], resources: ["https://a.example"], apis: [] });
    const other = unwrap(read("resource=https://a.example/b"));
    assert.equal(reasonOf(decideDeviceRequest(other, client, [])), "device-target-unknown");
  });

  it("the scopes of a targeted API are granted, and a scope that nothing has is refused", () => {
    const client = clientWith({ mayUseDeviceGrant: true });
    const api = anApi({ openTo: "third-party", scopes: ["orders:read"] });
    const asked = unwrap(read(`scope=orders:read+other&resource=${api.resource}`));
    assert.deepEqual(unwrap(decideDeviceRequest(asked, client, [api])), {
      scope: ["orders:read"],
      resources: [api.resource],
      apis: [api],
    });
    const unknown = unwrap(read("scope=orders:read"));
    assert.equal(reasonOf(decideDeviceRequest(unknown, client, [])), "device-scope-unknown");
  });
});
