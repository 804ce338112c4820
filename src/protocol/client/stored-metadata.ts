import { type ClientMetadata, interfaceMetadata, registersForMore } from "./client.ts";

/** What is kept of metadata, as JSON; undefined, as in every release, for a client that registered for nothing beyond the interface. */
export function metadataToStore(metadata: ClientMetadata): string | undefined {
  return registersForMore({ metadata }) ? JSON.stringify(metadata) : undefined;
}

/** The metadata of a client for which nothing was kept. */
export const metadataOfNothing = interfaceMetadata;
