import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { OAuth2Client } from "@badgateway/oauth2-client";
import { finishSignIn, startSignIn } from "./badgateway-oauth2-client.ts";
import { testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage();
});
after(() => stage[Symbol.asyncDispose]());

testSignIn(
  {
    name: "@badgateway/oauth2-client",
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

const methods = [
  undefined,
  "client_secret_basic",
  "client_secret_basic_interop",
  "client_secret_post",
] as const;
for (const authenticationMethod of methods)
  test(`@badgateway/oauth2-client signs in without state and PKCE, with ${authenticationMethod ?? "its default authentication"}`, async () => {
    const { base, clientId, clientSecret, redirectUri } = stage.app;
    const { authorizationCode } = new OAuth2Client({
      clientId,
      clientSecret,
      authorizationEndpoint: `${base}/v1/Oauth/authorization`,
      tokenEndpoint: `${base}/v1/Oauth/token`,
      ...(authenticationMethod && { authenticationMethod }),
    });
    const callback = await stage.comeBack(await authorizationCode.getAuthorizeUri({ redirectUri }));
    const token = await authorizationCode.getTokenFromCodeRedirect(callback, { redirectUri });
    assert.match(token.accessToken, /^lkat_/);
    assert.ok(typeof token.expiresAt === "number");
    assert.equal(token.refreshToken, null);
  });
