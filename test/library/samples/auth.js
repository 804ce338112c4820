// auth.js: signs people in at Latchkey. The application's own code, the same in production and in tests.
import * as oidc from "openid-client";

export async function createAuth({ issuer, clientId, clientSecret, redirectUri }) {
  const server = new URL(issuer);
  const options = server.protocol === "http:" ? { execute: [oidc.allowInsecureRequests] } : {};
  const config = await oidc.discovery(server, clientId, clientSecret, undefined, options);
  return {
    async begin() {
      const pending = { state: oidc.randomState(), verifier: oidc.randomPKCECodeVerifier() };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid",
        state: pending.state,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: "S256",
      });
      return { url, pending };
    },
    async finish(callbackUrl, { state, verifier }) {
      const checks = { expectedState: state, pkceCodeVerifier: verifier };
      const tokens = await oidc.authorizationCodeGrant(config, new URL(callbackUrl), checks);
      return tokens.claims().sub;
    },
  };
}
