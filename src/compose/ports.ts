/** The ports of the flows, with a real adapter behind each. */
import { createClientDocuments, documentBounds } from "../adapters/fetch/client-documents.ts";
import { createGuardedFetch, type GuardOptions } from "../adapters/fetch/guarded-fetch.ts";
import { createPublishedKeys } from "../adapters/fetch/published-keys.ts";
import { createSectorDocuments, sectorBounds } from "../adapters/fetch/sector-documents.ts";
import { openShownLogos } from "../adapters/fetch/shown-logos.ts";
import { createJwtVerifier } from "../adapters/keys/jwt-verifier.ts";
import { openLogoutNotifier } from "../adapters/logout/notifier.ts";
import { totpCodes } from "../adapters/otp/totp-codes.ts";
import { createPasskeyVerifier } from "../adapters/passkeys/webauthn.ts";
import { providerBounds } from "../adapters/upstream/party-parts.ts";
import { createUpstreamParty } from "../adapters/upstream/upstream-party.ts";
import { withAdministrationApi } from "../flows/administration-api.ts";
import type { ClaimsHook } from "../flows/claims-hook-ports.ts";
import { clientsUnderPolicy, readDescription } from "../flows/described-clients.ts";
import type { Events } from "../flows/events.ts";
import type { OldKeys, OldSystem } from "../flows/old-system-ports.ts";
import type { FlowSettings, Ports } from "../flows/ports.ts";
import { passkeyAlgorithms } from "../identity/passkey.ts";
import { type Log, logFailure } from "../ops/log.ts";
import { readPublishedKeys } from "../protocol/client/key-set.ts";
import { logoKindOf } from "../protocol/client/logo.ts";
import { isLoopback } from "../values/issuer.ts";
import type { ClaimsHookGiven } from "./claims-hook.ts";
import type { OpenedDatabase } from "./jobs.ts";
import type { TracedParts } from "./tracing.ts";

interface PortsGiven extends OpenedDatabase {
  readonly settings: FlowSettings;
  readonly events: Events;
  readonly log: Log;
  readonly traced: TracedParts | undefined;
  readonly oldSystem?: OldSystem | undefined;
  readonly oldKeys?: OldKeys | undefined;
  readonly claimsHook: Pick<ClaimsHookGiven, "config" | "claims" | "probe">;
}

/** The ports, and what ends the background work of some of them. */
interface OpenPorts {
  readonly ports: Ports;
  close(): void;
}

export function openPorts({
  administration,
  codeClock,
  settings,
  events,
  log,
  traced,
  oldSystem,
  oldKeys,
  claimsHook,
}: PortsGiven): OpenPorts {
  const { store, keyring, mailTemplates, passwords, passwordEstimates, clock, random } = administration;
  const mayReachLoopback = isLoopback(settings.issuer);
  const openFetch = (options: GuardOptions) => {
    const fetch = createGuardedFetch(options);
    return traced?.fetch(fetch) ?? fetch;
  };
  const guardedFetch = openFetch({ mayReachLoopback });
  const logoutNotifier = openLogoutNotifier({}, guardedFetch);
  const shownLogos = openShownLogos({
    // Logos have a fetch of their own, so that slow servers of logos do not hold up logout tokens.
    fetch: openFetch({ mayReachLoopback }),
    logos: store.clientLogos,
    clock,
    kindOf: logoKindOf,
    onProblem: (clientId, reason) => log.warn({ clientId, reason }, "logo-unusable"),
    onFailure: (error) => {
      logFailure(log, error, "logo-failed");
    },
  });
  return {
    ports: {
      ...store,
      clients: clientsUnderPolicy(store.clients, settings),
      apis: withAdministrationApi(store.apis, settings.issuer),
      clientDocuments: createClientDocuments({
        // A fetch of its own, because people wait for it.
        fetch: openFetch({ mayReachLoopback, ...documentBounds }),
        clock,
        read: (bytes, id) => readDescription(bytes, id, settings),
      }),
      sectorDocuments: createSectorDocuments(openFetch({ mayReachLoopback, ...sectorBounds })),
      sealer: keyring,
      signer: keyring.signer,
      jwtVerifier: createJwtVerifier(),
      publishedKeys: createPublishedKeys({ fetch: guardedFetch, clock, read: readPublishedKeys }),
      logoutNotifier,
      upstreamParty: createUpstreamParty({
        // A fetch of its own, because people wait for it.
        fetch: openFetch({ mayReachLoopback, ...providerBounds }),
        sealer: keyring,
        clock,
        mayReachLoopback,
      }),
      shownLogos,
      claimsHook: lateHook({ ...claimsHook, clock, random, wrap: traced?.fetch }),
      totpCodes,
      passwords: traced?.passwords(passwords) ?? passwords,
      oldSystem,
      oldKeys,
      mailTemplates,
      passwordEstimates,
      passkeyVerifier: createPasskeyVerifier({
        ...(settings.passkeys ?? { rpId: "", origin: "" }),
        algorithms: passkeyAlgorithms,
      }),
      clock,
      codeClock,
      random,
      events,
      settings,
    },
    close: () => {
      logoutNotifier.close();
      shownLogos.close();
    },
  };
}

/** Most installations have no claims hook. */
function lateHook(given: ClaimsHookGiven): ClaimsHook {
  let opened: Promise<ClaimsHook> | undefined;
  return {
    ask: async (question) => {
      opened ??= import("./claims-hook.ts").then(({ openHook }) => openHook(given));
      return (await opened).ask(question);
    },
  };
}
