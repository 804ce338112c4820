import { bestPractice } from "./best-practice.ts";
import { clientDocuments } from "./client-documents.ts";
import type { Specification } from "./demand.ts";
import { devices } from "./devices.ts";
import { modelContextProtocol } from "./model-context-protocol.ts";
import { oauth } from "./oauth.ts";
import { oauthClients } from "./oauth-clients.ts";
import { oauthResources } from "./oauth-resources.ts";
import { oauthTokens } from "./oauth-tokens.ts";
import { openidCore } from "./openid-core.ts";
import { openidFurther } from "./openid-further.ts";
import { tokenExchange } from "./token-exchange.ts";
import { webauthn } from "./webauthn.ts";

/** Every demand of every specification that applies. docs/spec-coverage.md is made of this list. */
export const specifications: readonly Specification[] = [
  ...oauth,
  ...oauthClients,
  ...clientDocuments,
  ...oauthTokens,
  ...oauthResources,
  ...devices,
  ...tokenExchange,
  ...modelContextProtocol,
  ...bestPractice,
  ...openidCore,
  ...openidFurther,
  ...webauthn,
];
