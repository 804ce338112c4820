import { isIP } from "node:net";
import type { PasskeySettings } from "../flows/passkey-ports.ts";
import type { FlowSettings, RegistrationPolicy } from "../flows/ports.ts";
import { sha256 } from "../values/digest.ts";
import { type Issuer, isLoopback } from "../values/issuer.ts";
import type { Config } from "./config.ts";

/** A developer's agents may register at each start; a public service has ten an hour from each network. */
const registrationsPerHour = { onLoopback: 600, elsewhere: 10 };

/** The part of the configuration that flows must know; no secret reaches them. */
export function flowSettings(config: Config, issuer: Issuer): FlowSettings {
  const {
    brandName,
    require,
    consoleRequire,
    codeLifetime,
    accessTokenLifetime,
    sessionLifetime,
    sessionIdle,
    signUp,
    deletionGraceDays,
    clientDocuments,
    securityContact: contacts,
    securityExpires: expires,
  } = config;
  const registration = registrationPolicy(config);
  const passkeys = passkeySettings(config, issuer);
  const lifetimes = { codeLifetime, accessTokenLifetime, sessionLifetime, sessionIdle };
  return {
    issuer,
    brandName,
    require,
    consoleRequire,
    ...lifetimes,
    registration,
    registrationsPerHour:
      config.registrationsPerHour ??
      (isLoopback(issuer) ? registrationsPerHour.onLoopback : registrationsPerHour.elsewhere),
    clientDocuments,
    claimsHookFails: config.claimsHookFail,
    sendsMail: config.mailServer !== undefined,
    signUp,
    deletionGraceDays,
    ...(contacts && expires && { security: { contacts, expires } }),
    ...(passkeys && { passkeys }),
  };
}

/** Browsers bind passkeys to domains: there are none if the base URL names an IP address. */
function passkeySettings(config: Config, issuer: Issuer): PasskeySettings | undefined {
  const { origin, hostname } = new URL(issuer);
  const rpId = config.passkeyRpId ?? hostname;
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith("[");
  return isAddress ? undefined : { rpId, origin, origins: [...new Set([origin, ...config.passkeyOrigins])] };
}

function registrationPolicy(config: Config): RegistrationPolicy {
  const { registration: mode, registrationToken: token, registrationsMax: clientsMax } = config;
  if (mode === "closed") return { mode };
  if (mode === "open") return { mode, clientsMax };
  if (token === undefined) throw new Error("A valid configuration has a registration token for this mode.");
  return { mode, tokenDigest: sha256(token.reveal()), clientsMax };
}
