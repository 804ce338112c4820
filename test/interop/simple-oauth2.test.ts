import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AuthorizationCode } from "simple-oauth2";
import { finishSignIn, startSignIn } from "./simple-oauth2.ts";
import { testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage();
});
after(() => stage[Symbol.asyncDispose]());

testSignIn(
  {
    name: "simple-oauth2",
    startSignIn,
    finishSignIn,
    sees: {
      wrongSecret: "description",
      spentCode: "description",
      wrongRedirectUri: "description",
      refusedRedirect: "description",
    },
  },
  () => stage,
);

for (const authorizationMethod of ["header", "body"] as const)
  test(`simple-oauth2 signs in without state and PKCE, with the secret in the ${authorizationMethod}`, async () => {
    const { base, clientId, clientSecret, redirectUri } = stage.app;
    const library = new AuthorizationCode({
      client: { id: clientId, secret: clientSecret },
      auth: { tokenHost: base, tokenPath: "/v1/Oauth/token", authorizePath: "/v1/Oauth/authorization" },
      options: { authorizationMethod },
    });
    const callback = await stage.comeBack(library.authorizeURL({ redirect_uri: redirectUri }));
    const code = callback.searchParams.get("code") ?? "";
    const { token } = await library.getToken({ code, redirect_uri: redirectUri });
    assert.match(token.access_token, /^lkat_/);
  });

test("simple-oauth2 takes no answer for a token that is not one", async () => {
  const { base, clientId, clientSecret, redirectUri } = stage.app;
  const library = new AuthorizationCode({
    client: { id: clientId, secret: clientSecret },
    auth: { tokenHost: base, tokenPath: "/v1/Oauth/token", authorizePath: "/v1/Oauth/authorization" },
  });
  await assert.rejects(library.getToken({ code: "unknown", redirect_uri: redirectUri }), /400 Bad Request/);
});
