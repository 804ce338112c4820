import type { SectorDocuments } from "../../flows/document-ports.ts";
import { ok, refuse } from "../../values/result.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

/** The bounds of such a fetch, for the guard. A slow host leaves places to those of other clients. */
export const sectorBounds = { requestMilliseconds: 10_000, hostConcurrencyMax: 4 } as const;

/** Fetches the documents anew for each registration, which the client waits for. */
export function createSectorDocuments(fetch: GuardedFetch): SectorDocuments {
  return {
    fetch: async (uri) => {
      const answer = await fetch({ url: uri, method: "GET", headers: { accept: "application/json" } });
      if (!answer.ok) return answer;
      const { status, body } = answer.value;
      return status === 200 ? ok(body) : refuse(`status-${status}` as const);
    },
  };
}
