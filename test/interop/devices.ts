import * as oauth from "openid-client";

/** Where the service is, and what `latchkey client create` printed. */
export interface Device {
  readonly base: string;
  readonly clientId: string;
}

/** Signs a person in on this device. `show` says where they go and what they type there; `link`, as a QR code, has both. */
export async function signIn(
  { base, clientId }: Device,
  show: (words: string, link: string) => void,
): Promise<oauth.IDToken | undefined> {
  const execute = base.startsWith("http://localhost") ? [oauth.allowInsecureRequests] : [];
  const service = await oauth.discovery(new URL(base), clientId, undefined, oauth.None(), { execute });
  const waiting = await oauth.initiateDeviceAuthorization(service, { scope: "openid profile" });
  const { verification_uri, verification_uri_complete = verification_uri, user_code } = waiting;
  show(`Open ${verification_uri} and enter ${user_code}`, verification_uri_complete);
  const tokens = await oauth.pollDeviceAuthorizationGrant(service, waiting);
  return tokens.claims();
}
