import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ResourceUri } from "../../../src/protocol/api/resource.ts";
import {
  protectedResourceMetadata,
  resourceChallenges,
  resourceMetadataUri,
} from "../../../src/protocol/api/resource-metadata.ts";
import { parseIssuer } from "../../../src/values/issuer.ts";
import { apiNamed } from "../../storage-contract/apis.ts";
import { unwrap } from "../fixtures.ts";

const issuer = unwrap(parseIssuer("https://id.example"));
const resource = (text: string) => text as ResourceUri;

describe("protected resource metadata", () => {
  for (const [api, uri] of [
    ["https://api.example", "https://api.example/.well-known/oauth-protected-resource"],
    ["https://api.example/orders", "https://api.example/.well-known/oauth-protected-resource/orders"],
    ["https://api.example/a/b/", "https://api.example/.well-known/oauth-protected-resource/a/b/"],
    ["https://api.example/?of=a", "https://api.example/.well-known/oauth-protected-resource?of=a"],
    ["http://localhost:8082/mcp", "http://localhost:8082/.well-known/oauth-protected-resource/mcp"],
    ["urn:example:api", undefined],
  ] as const)
    it(`RFC 9728 §3.1: the document of ${api} is at ${uri ?? "no place"}`, () =>
      assert.equal(resourceMetadataUri(resource(api)), uri));

  it("RFC 9728 §2: names the resource letter by letter, the issuer and the scopes", () => {
    assert.deepEqual(protectedResourceMetadata(apiNamed("orders"), issuer), {
      resource: "https://orders.example/api",
      authorization_servers: ["https://id.example"],
      scopes_supported: ["read", "write"],
      bearer_methods_supported: ["header"],
      resource_name: 'Bücher "orders"',
    });
    assert.equal(
      "scopes_supported" in protectedResourceMetadata(apiNamed("bare", { scopes: [] }), issuer),
      false,
    );
  });

  it("RFC 9728 §5.1, RFC 6750 §3.1, RFC 9470 §3: the challenges name the document and what is missing", () => {
    const challenges = resourceChallenges(apiNamed("orders"));
    const at = 'resource_metadata="https://orders.example/.well-known/oauth-protected-resource/api"';
    assert.deepEqual(challenges, {
      missingToken: `Bearer scope="read", ${at}`,
      invalidToken: `Bearer error="invalid_token", ${at}`,
      insufficientScope: {
        read: `Bearer error="insufficient_scope", scope="read", ${at}`,
        write: `Bearer error="insufficient_scope", scope="write", ${at}`,
      },
      insufficientAuthentication: `Bearer error="insufficient_user_authentication", acr_values="urn:latchkey:acr:two", max_age="300", ${at}`,
    });
  });

  it("without scopes and web address nothing is made up, and quotation marks are escaped", () => {
    const bare = apiNamed("bare", { resource: resource("urn:example:api"), scopes: [] });
    assert.equal(resourceChallenges(bare).missingToken, "Bearer");
    const odd = apiNamed("odd", { resource: resource('https://api.example/?a="\\'), scopes: [] });
    assert.match(resourceChallenges(odd).missingToken, /\?a=\\"\\\\"$/);
  });
});
