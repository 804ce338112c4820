import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { explainRefusal, refusalEvent } from "../../../src/flows/authorize/explain-refusal.ts";
import type { PageRefusal } from "../../../src/protocol/authorization/request.ts";
import { type Client, interfaceMetadata } from "../../../src/protocol/client/client.ts";
import { nearestRedirectUri } from "../../../src/protocol/client/redirect-uri.ts";
import { clientIdOf } from "../../../src/values/ids.ts";
import { instantOf } from "../../../src/values/time.ts";

const client: Client = {
  id: clientIdOf("1234567890abcdefghij"),
  name: "Notes",
  redirectUris: ["https://app.example/cb", "https://staging.example/cb"],
  profile: "interface",
  isPublic: false,
  metadata: interfaceMetadata,
  isDisabled: false,
  createdAt: instantOf(0),
  updatedAt: instantOf(0),
};

function unregistered(received: string): PageRefusal {
  const nearest = nearestRedirectUri(client.redirectUris, received);
  return {
    errorFormat: "page",
    reason: "redirect-uri-not-registered",
    client,
    received,
    ...(nearest && { nearest }),
  };
}

describe("explaining a refusal", () => {
  test("names what came, the nearest registered URI, the difference and a command that can be pasted", () => {
    const explanation = explainRefusal(unregistered("https://app.example/cb/"), "latchkey");
    assert.equal(explanation.nearest?.registered, "https://app.example/cb");
    assert.match(explanation.nearest?.sentence ?? "", /trailing slash/);
    assert.equal(
      explanation.repair?.command,
      "latchkey client update lkc1234567890abcdefghij --add-redirect-uri 'https://app.example/cb/'",
    );
    assert.deepEqual(explanation.received, [
      { name: "client_id", value: client.id },
      { name: "redirect_uri", value: "https://app.example/cb/" },
    ]);
  });

  test("never offers to register what cannot be registered, and says why it cannot", () => {
    for (const received of [
      "http://app.example/cb",
      "https://app.example/cb#x",
      "javascript:alert(1)",
      "/cb",
    ]) {
      const { repair } = explainRefusal(unregistered(received), "latchkey");
      assert.equal(repair?.command, `latchkey client show ${client.id}`, received);
      assert.match(repair?.sentence ?? "", /^This URI cannot be registered\. ./);
    }
  });

  test("a command with any received text survives a shell", () => {
    const { repair } = explainRefusal(unregistered("https://app.example/it's"), "latchkey");
    assert.match(repair?.command ?? "", /'https:\/\/app\.example\/it'\\''s'$/);
  });

  test("a disabled client is told how to be enabled, an unknown one how to be found", () => {
    const disabled = explainRefusal(
      { errorFormat: "page", reason: "client-disabled", client },
      "npx latchkey",
    );
    assert.equal(disabled.repair?.command, `npx latchkey client enable ${client.id}`);
    const unknown = explainRefusal(
      { errorFormat: "page", reason: "client-unknown", received: "nobody" },
      "latchkey",
    );
    assert.equal(unknown.repair?.command, "latchkey client list");
  });

  test("the log gets the same without the query of any URI, where codes and states travel", () => {
    const refusal = unregistered("https://app.example/cb?code=stolen&state=private");
    const event = refusalEvent(refusal, explainRefusal(refusal, "latchkey"));
    assert.ok(event.kind === "authorization-refused");
    assert.equal(event.received, "https://app.example/cb?…");
    assert.equal(event.nearest, "https://app.example/cb");
    assert.doesNotMatch(JSON.stringify(event), /stolen|private/);
  });
});
