import type { JsonObject } from "../../values/json-object.ts";
import { type ClientMetadata, interfaceMetadata, registersForMore } from "./client.ts";
import { metadataRows } from "./metadata-fields.ts";

/** Metadata as stored, in JSON; undefined, as in every release, for a client that registered for nothing beyond the interface. */
export function metadataToStore(metadata: ClientMetadata): string | undefined {
  return registersForMore({ metadata }) ? JSON.stringify(metadata) : undefined;
}

/**
 * Reads what was kept. A property that the release of the row did not know yet, such as 0.1.0, has its default; one that only a newer
 * release knows stays with the others, so that a change writes it back. Undefined if a property has a value that no release wrote.
 */
export function metadataFromStore(json: JsonObject | undefined): ClientMetadata | undefined {
  if (json === undefined) return interfaceMetadata;
  const values: Record<string, unknown> = { ...json };
  for (const [member, field] of metadataRows) {
    const kept = json[member];
    const value = kept === undefined ? field.standard : field.restore(kept);
    if (kept !== undefined && value === undefined) return undefined;
    if (value === undefined) delete values[member];
    else values[member] = value;
  }
  return values as unknown as ClientMetadata;
}
