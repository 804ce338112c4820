import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as oauth from "oauth4webapi";
import { tokenErrors } from "../../src/protocol/errors.ts";
import { finishSignIn, startSignIn } from "./oauth4webapi.ts";
import { assertSight, printedError, testSignIn } from "./support/sign-in-rows.ts";
import { type InteropStage, startInteropStage } from "./support/stage.ts";

let stage: InteropStage;
before(async () => {
  stage = await startInteropStage();
});
after(() => stage[Symbol.asyncDispose]());

testSignIn(
  {
    name: "oauth4webapi",
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

const service = () => ({ issuer: stage.app.base, token_endpoint: `${stage.app.base}/v1/Oauth/token` });
const client = () => ({ client_id: stage.app.clientId });

/** The least that this library can send: no state, no PKCE; how the client authenticates is a required argument. */
async function exchange(authentication: oauth.ClientAuth): Promise<oauth.TokenEndpointResponse> {
  const query = new URLSearchParams({
    client_id: stage.app.clientId,
    redirect_uri: stage.app.redirectUri,
    response_type: "code",
  });
  const callback = await stage.comeBack(`${stage.app.base}/v1/Oauth/authorization?${query}`);
  const answer = await oauth.authorizationCodeGrantRequest(
    service(),
    client(),
    authentication,
    oauth.validateAuthResponse(service(), client(), callback, oauth.expectNoState),
    stage.app.redirectUri,
    oauth.nopkce,
    { [oauth.allowInsecureRequests]: true },
  );
  return oauth.processAuthorizationCodeResponse(service(), client(), answer);
}

test("oauth4webapi signs in without state and PKCE, with the secret in the form", async () => {
  const { access_token, token_type, expires_in } = await exchange(
    oauth.ClientSecretPost(stage.app.clientSecret),
  );
  assert.match(access_token, /^lkat_/);
  assert.deepEqual([token_type, typeof expires_in], ["bearer", "number"]);
});

test("oauth4webapi signs in with HTTP Basic, in which it percent-encodes more than other libraries", async () => {
  const { access_token } = await exchange(oauth.ClientSecretBasic(stage.app.clientSecret));
  assert.match(access_token, /^lkat_/);
});

test("oauth4webapi with HTTP Basic shows the challenge of a wrong secret instead of the error (RFC 6749 §5.2)", async () => {
  const shown = await printedError(exchange(oauth.ClientSecretBasic("wrong")));
  assertSight(shown, tokenErrors["client-secret-mismatch"], "neither");
  assert.match(shown, /scheme: 'basic'/);
});
