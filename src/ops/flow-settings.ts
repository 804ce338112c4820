import type { FlowSettings, RegistrationPolicy } from "../flows/ports.ts";
import { sha256 } from "../values/digest.ts";
import type { Issuer } from "../values/issuer.ts";
import type { Config } from "./config.ts";

/** The part of the configuration that flows must know; no secret reaches them. */
export function flowSettings(config: Config, issuer: Issuer): FlowSettings {
  const { brandName, codeLifetime, accessTokenLifetime, sessionLifetime, sessionIdle } = config;
  const registration = registrationPolicy(config);
  return { issuer, brandName, codeLifetime, accessTokenLifetime, sessionLifetime, sessionIdle, registration };
}

function registrationPolicy(config: Config): RegistrationPolicy {
  const { registration: mode, registrationToken: token, registrationsMax: clientsMax } = config;
  if (mode === "closed") return { mode };
  if (mode === "open") return { mode, clientsMax };
  if (token === undefined) throw new Error("A valid configuration has a registration token for this mode.");
  return { mode, tokenDigest: sha256(token.reveal()), clientsMax };
}
