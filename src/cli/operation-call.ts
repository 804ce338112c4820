import { openAdministrationPorts } from "../compose/administration.ts";
import { everyRight } from "../flows/operator/rights.ts";
import type { Call } from "../operations/operation.ts";
import { resolveIssuer } from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import type { Opened } from "./administration.ts";
import { partyOf } from "./upstream-party.ts";

/** What a call of an operation has on the command line. */
export type CommandCall = Pick<Call, "registry" | "administration" | "operator">;

/**
 * Brings together what operations use, from the opened database. Anybody who can open it is an operator with every right; the audit trail
 * names the user of the machine.
 */
export function openCall({ administration, config }: Opened): CommandCall {
  const { store, keyring, close: _, ...tools } = administration;
  const issuer = resolveIssuer(config, config.port);
  const party = partyOf(administration, config);
  return {
    registry: {
      ...store,
      ...tools,
      sealer: keyring,
      signer: keyring.signer,
      upstreamParty: party,
      settings: flowSettings(config, issuer),
    },
    administration: openAdministrationPorts(administration, {
      config,
      origins: undefined,
      issuer,
      party,
      isStopping: () => false,
      silentProxy: () => undefined,
      refusals: { find: () => undefined },
    }),
    operator: { ...everyRight, caller: "command-line" },
  };
}
