import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { administrationApi } from "../../../src/protocol/api/administration.ts";
import type { ClientMetadata } from "../../../src/protocol/client/client.ts";
import { interfaceMetadata } from "../../../src/protocol/client/client.ts";
import {
  decideClientCredentials,
  resourceOfCredentials,
} from "../../../src/protocol/token/client-credentials.ts";
import type { Issuer } from "../../../src/values/issuer.ts";
import { secondsOf } from "../../../src/values/time.ts";
import { apiNamed } from "../../storage-contract/apis.ts";
import { aClient, aPublicClient } from "../fixtures.ts";

const orders = apiNamed("orders");
const administration = administrationApi("https://id.example" as Issuer);
const usualLifetime = secondsOf(3_600);
const usual = { resources: [orders.resource], machineScope: ["read", "write"] };

function metadataOf(more: Partial<ClientMetadata> = {}): ClientMetadata {
  return { ...interfaceMetadata, isMachine: true, ...usual, ...more };
}

interface Row {
  readonly client?: Partial<ClientMetadata>;
  readonly isPublic?: true;
  readonly scope?: readonly string[];
  readonly resources?: readonly string[];
  readonly api?: Partial<typeof orders> | "unknown";
}

function decide({ client, isPublic, scope, resources = [], api = {} }: Row) {
  const make = isPublic ? aPublicClient : aClient;
  const request = { grantType: "client_credentials", scope, resources } as const;
  const asker = make({ redirectUris: [], metadata: metadataOf(client) });
  const decided = decideClientCredentials({
    client: asker,
    request,
    resource: resourceOfCredentials(asker, request, administration.resource),
    api: api === "unknown" ? undefined : { ...orders, ...api },
    usualLifetime,
  });
  return decided.ok ? `${decided.value.scope.join(" ")} for ${decided.value.lifetime} s` : decided.reason;
}

describe("the token of a client that asks for itself", () => {
  const other = apiNamed("other").resource;
  const rows: readonly (readonly [string, Row, string])[] = [
    ["RFC 6749 §4.4.2: without a scope it is all that it may ask for", {}, "read write for 3600 s"],
    ["in the order of the request", { scope: ["write", "read"] }, "write read for 3600 s"],
    ["RFC 6749 §3.3: an unknown value is left out", { scope: ["x", "read"] }, "read for 3600 s"],
    ["a value of the sign-in is unknown here", { scope: ["openid", "read"] }, "read for 3600 s"],
    ["RFC 6749 §5.2: no value is left", { scope: ["x"] }, "machine-scope-invalid"],
    ["an empty scope names none", { scope: [] }, "machine-scope-invalid"],
    ["a value that the API lost", { api: { scopes: [] }, scope: ["read"] }, "machine-scope-invalid"],
    [
      "a value that the client may not ask for",
      { client: { machineScope: ["write"] }, scope: ["read"] },
      "machine-scope-invalid",
    ],
    ["no value where the API has some", { client: { machineScope: [] } }, "machine-scope-invalid"],
    ["no value where the API has none", { client: { machineScope: [] }, api: { scopes: [] } }, " for 3600 s"],
    ["a JWT lives ten minutes", { api: { tokenFormat: "jwt" } }, "read write for 600 s"],
    ["the lifetime of the API", { api: { tokenLifetime: secondsOf(90) } }, "read write for 90 s"],
    [
      "the named API of several",
      { client: { resources: [orders.resource, other] }, resources: [orders.resource] },
      "read write for 3600 s",
    ],
    [
      "RFC 8707 §2: none named of several",
      { client: { resources: [orders.resource, other] }, api: "unknown" },
      "machine-resource-missing",
    ],
    [
      "none named, none registered",
      { client: { resources: [] }, api: "unknown" },
      "machine-resource-missing",
    ],
    ["several named", { resources: [orders.resource, other] }, "machine-resources-many"],
    ["an unknown one", { resources: [other], api: "unknown" }, "machine-resource-invalid"],
    [
      "one that is not listed",
      { client: { resources: [other] }, resources: [orders.resource] },
      "machine-resource-invalid",
    ],
    [
      "one that is open to every client of the operator",
      { client: { resources: [] }, resources: [orders.resource], api: { openTo: "third-party" } },
      "read write for 3600 s",
    ],
    [
      "one that is open to every client, where the registration names another with the same values",
      { client: { resources: [other] }, resources: [orders.resource], api: { openTo: "any" } },
      "machine-resource-invalid",
    ],
    [
      "the rights of operators that it is registered for",
      { client: { adminScope: ["users:read"], resources: [] }, api: administration },
      "users:read for 3600 s",
    ],
    [
      "values of its own API are no rights of operators",
      {
        client: { adminScope: ["users:read"], machineScope: ["clients:read"] },
        resources: [administration.resource],
        scope: ["clients:read"],
        api: administration,
      },
      "machine-scope-invalid",
    ],
    [
      "the admin API without rights of operators, although the registration names it",
      {
        client: { resources: [administration.resource], machineScope: ["users:read"] },
        api: administration,
      },
      "machine-resource-invalid",
    ],
    ["RFC 6749 §4.4: a client of people", { client: { isMachine: false } }, "client-is-no-machine"],
    ["RFC 6749 §4.4: a public client", { isPublic: true }, "client-is-no-machine"],
  ];
  for (const [title, row, expected] of rows) it(title, () => assert.equal(decide(row), expected));
});

describe("the resource of a client's own token", () => {
  const resourceOf = (registered: readonly string[], resources: readonly string[]) =>
    resourceOfCredentials(
      { metadata: metadataOf({ resources: registered }) },
      { grantType: "client_credentials", resources },
      administration.resource,
    );

  it("is the named one in its canonical form, else the only registered one", () => {
    assert.equal(resourceOf([], ["HTTPS://A.example/"]), "https://a.example");
    assert.equal(resourceOf(["https://a.example/"], []), "https://a.example");
    assert.equal(
      resourceOf(["https://a.example"], ["https://b.example", "https://b.example"]),
      "https://b.example",
    );
    assert.equal(resourceOf(["https://a.example", "https://b.example"], []), undefined);
    assert.equal(resourceOf(["https://a.example"], ["https://a.example", "https://b.example"]), undefined);
    assert.equal(resourceOf([], ["no resource"]), undefined);
  });
});
