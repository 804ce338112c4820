import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AuthenticatedClient } from "../../../src/protocol/client/authentication.ts";
import { type ClientMetadata, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { admitDeviceRequest, readDeviceRequest } from "../../../src/protocol/device/request.ts";
import { aClient, parametersOf, reasonOf, unwrap } from "../fixtures.ts";

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

  it("a client that is not registered for it is refused", () => {
    const request = unwrap(read("scope=openid"));
    assert.equal(reasonOf(admitDeviceRequest(request, clientWith({}))), "device-grant-not-registered");
  });

  it("the scope is narrowed to what the client may have, and unregistered resources are refused", () => {
    const client = clientWith({ mayUseDeviceGrant: true, resources: ["https://a.example"] });
    const scope = "scope=openid+email+offline_access+other";
    const admitted = unwrap(admitDeviceRequest(unwrap(read(`${scope}&resource=https://a.example`)), client));
    assert.deepEqual(admitted, { scope: ["email"], resources: ["https://a.example"] });
    const other = unwrap(read("resource=https://a.example/"));
    assert.equal(reasonOf(admitDeviceRequest(other, client)), "device-target-unknown");
  });
});
