import { OidcClient, type OidcClientSettings } from "oidc-client-ts";

/** The settings are the same for `UserManager`. There is no secret: register the client with --public. */
export function latchkeySettings(base: string, clientId: string, redirectUri: string): OidcClientSettings {
  return {
    authority: base,
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "profile",
    metadata: {
      issuer: base,
      authorization_endpoint: `${base}/v1/Oauth/authorization`,
      token_endpoint: `${base}/v1/Oauth/token`,
    },
  };
}

/** Where to send the browser: `location.assign(await signInUrl(settings))`. */
export async function signInUrl(settings: OidcClientSettings): Promise<string> {
  return (await new OidcClient(settings).createSigninRequest({})).url;
}

/** On the page of the redirect URI: `await accessTokenFrom(settings, location.href)`. */
export async function accessTokenFrom(settings: OidcClientSettings, callback: string): Promise<string> {
  return (await new OidcClient(settings).processSigninResponse(callback)).access_token;
}
