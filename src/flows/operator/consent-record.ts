import { isoTime } from "../../values/time.ts";
import type { NamedConsent } from "./consent.ts";

/** What a person allowed, for programs. */
export function consentRecord({ clientId, clientName, scope, grantedAt }: NamedConsent) {
  return {
    client_id: clientId,
    client_name: clientName ?? null,
    scope,
    granted_at: isoTime(grantedAt),
  };
}
