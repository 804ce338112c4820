import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { FormClient } from "../support/form-client.ts";
import { startInProcess } from "../support/in-process.ts";
import { assertPage, Stage } from "./support/stage.ts";

let stage: Stage;

before(async () => {
  stage = await Stage.set();
});
after(() => stage[Symbol.asyncDispose]());
afterEach(() => stage.check());

async function send(method: string, target: string): Promise<{ status: number; type: string; body: string }> {
  const post = {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=authorization_code&code=x",
  };
  const { status, headers, body } = await stage.stranger.send({
    method,
    target,
    ...(method === "POST" ? post : {}),
  });
  return { status, type: headers["content-type"] ?? "", body };
}

const mistakes: readonly [sent: string, meant: string][] = [
  ["/v1/oauth/token", "/v1/Oauth/token"],
  ["/V1/OAUTH/TOKEN", "/v1/Oauth/token"],
  ["/v1/Oauth/token/", "/v1/Oauth/token"],
  ["//v1/Oauth//token", "/v1/Oauth/token"],
  ["/v1/Oauth/%74oken", "/v1/Oauth/token"],
  ["/v1/oauth/token?grant_type=authorization_code", "/v1/Oauth/token"],
  ["/oauth2/token", "/v1/Oauth/token"],
  ["/token", "/v1/Oauth/token"],
  ["/v1/oauth/userinfo", "/v1/Oauth/userinfo"],
  ["/userinfo/", "/v1/Oauth/userinfo"],
  ["/v1/oauth/introspection", "/v1/Oauth/introspection"],
  ["/oauth/introspect", "/v1/Oauth/introspection"],
  ["/v1/Oauth/revoke", "/v1/Oauth/revocation"],
  ["/v1/Oauth/PAR", "/v1/Oauth/par"],
  ["/jwks.json", "/.well-known/jwks.json"],
  ["/v1/Oauth/.well-known/openid-configuration", "/.well-known/openid-configuration"],
  ["/.well-known/openid-configuration/", "/.well-known/openid-configuration"],
  ["/.well-known/OAuth-Authorization-Server", "/.well-known/oauth-authorization-server"],
];

describe("a path that is nearly that of an endpoint of programs", () => {
  for (const [sent, meant] of mistakes)
    for (const method of ["GET", "POST"])
      it(`${method} ${sent} is answered in JSON, which names ${meant}`, async () => {
        const { status, type, body } = await send(method, sent);
        assert.deepEqual([status, type], [404, "application/json"]);
        assert.deepEqual(JSON.parse(body), {
          status: "error",
          error: "invalid_request",
          error_description: `No endpoint has this path. Paths are exact, capital letters included. Did you mean ${meant}?`,
        });
      });

  it("below /v1/ anything else is JSON too, and suggests nothing", async () => {
    for (const target of ["/v1/Oauth/nothing", "/v1/Oauth/register", "/v1/"]) {
      const { status, type, body } = await send("POST", target);
      assert.deepEqual([status, type], [404, "application/json"]);
      assert.doesNotMatch(JSON.parse(body).error_description, /Did you mean/);
    }
  });

  it("nothing of what was sent comes back", async () => {
    const { body } = await send("GET", "/v1/<script>alert(1)</script>/token?code=lkac_secret");
    assert.doesNotMatch(body, /<script|alert|lkac/);
  });

  it("below a base URL with a path, the suggestion has that path", async () => {
    await using below = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example/auth" });
    const visitor = new FormClient(below.url);
    const { body } = await visitor.get("/v1/Oauth/token");
    assert.match(JSON.parse(body).error_description, /Did you mean \/auth\/v1\/Oauth\/token\?$/);
    visitor.close();
  });
});

describe("a path that is nearly that of a page", () => {
  for (const [sent, meant] of [
    ["/v1/oauth/authorization", "/v1/Oauth/authorization"],
    ["/oauth2/authorize", "/v1/Oauth/authorization"],
    ["/v1/Oauth/logout/", "/v1/Oauth/logout"],
    ["/Account", "/account"],
    ["/sign-in/", "/sign-in"],
  ] as const)
    it(`${sent} is answered with a page, which names ${meant} to the developer on this computer`, async () => {
      const answer = await stage.visit(sent);
      assertPage(answer, 404);
      assert.match(answer.body, new RegExp(`Did you mean ${meant}\\?`));
    });

  it("elsewhere the page says nothing to developers", async () => {
    await using production = await startInProcess({ LATCHKEY_BASE_URL: "https://id.example" });
    const visitor = new FormClient(production.url);
    const answer = await visitor.get("/v1/oauth/authorization");
    assertPage(answer, 404);
    assert.doesNotMatch(answer.body, /Did you mean/);
    visitor.close();
  });

  it("an address that is near nothing stays the short page", async () => {
    for (const target of ["/nowhere", "/admin/account", "/constructor", "/__proto__", "/%ff"]) {
      const answer = await stage.visit(target);
      assertPage(answer, 404);
      assert.doesNotMatch(answer.body, /Did you mean/, target);
    }
  });
});
