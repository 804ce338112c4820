import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { generateState, OAuth2Client, OAuth2RequestError } from "arctic";
import { finishSignIn, startSignIn } from "./arctic.ts";
import { testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage();
});
after(() => stage[Symbol.asyncDispose]());

testSignIn(
  {
    name: "arctic",
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

test("arctic signs in without PKCE, and can read every member of the answer", async () => {
  const { base, clientId, clientSecret, redirectUri } = stage.app;
  const library = new OAuth2Client(clientId, clientSecret, redirectUri);
  const location = library.createAuthorizationURL(`${base}/v1/Oauth/authorization`, generateState(), []);
  const callback = await stage.comeBack(location);
  const code = callback.searchParams.get("code") ?? "";
  const tokens = await library.validateAuthorizationCode(`${base}/v1/Oauth/token`, code, null);
  assert.match(tokens.accessToken(), /^lkat_/);
  assert.equal(tokens.tokenType(), "Bearer");
  assert.ok(tokens.accessTokenExpiresInSeconds() > 0);
  assert.deepEqual([tokens.hasRefreshToken(), tokens.hasScopes()], [false, false]);
});

test("arctic puts only the error code into its message; the description is a member of the error", async () => {
  const { base, clientId, clientSecret, redirectUri } = stage.app;
  const library = new OAuth2Client(clientId, clientSecret, redirectUri);
  await assert.rejects(
    library.validateAuthorizationCode(`${base}/v1/Oauth/token`, "unknown", null),
    (error) =>
      error instanceof OAuth2RequestError &&
      error.message === "OAuth request error: invalid_grant" &&
      error.description !== null,
  );
});
