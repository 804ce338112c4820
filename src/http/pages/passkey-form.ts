import { offerRequest } from "../../flows/authorize/offer-passkey.ts";
import type { Person } from "../../flows/authorize/visit.ts";
import { passkeyAlgorithms, userHandleOf } from "../../identity/passkey.ts";
import type { NewPasskeyForm } from "../../pages/passkey-creation.ts";
import { csrfTokenFor, personOf, type Web } from "../web.ts";

/**
 * The form by which a person without a passkey adds the first one on the way to where they are going. Undefined if there can be none.
 */
export function newPasskeyForm(
  web: Web,
  query: string,
  { account, session }: Person,
  browser: string,
): NewPasskeyForm | undefined {
  const { brandName, passkeys } = web.ports.settings;
  if (passkeys === undefined) return undefined;
  const userHandle = userHandleOf(web.ports.random.bytes(32));
  const request = offerRequest(query, userHandle);
  return {
    formAction: `${web.paths.addPasskey}?${query}`,
    csrfToken: csrfTokenFor(web, { step: "passkey-offer", browser, request, sessionId: session.id }),
    creation: {
      ...personOf(account),
      rpId: passkeys.rpId,
      site: brandName,
      userHandle,
      algorithms: passkeyAlgorithms,
      known: [],
    },
  };
}
