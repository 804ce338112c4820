/** The port for APIs. The rules of `ports.ts` hold here too. */
import type { Api } from "../protocol/api/api.ts";
import type { ResourceUri } from "../protocol/api/resource.ts";
import type { Instant } from "../values/time.ts";
import type { SideEffects } from "./side-effect-ports.ts";

/** The APIs. Every read is answered from memory after the first one. */
export interface Apis {
  find(resource: ResourceUri): Promise<Api | undefined>;
  /** All of them, in the order of their resources. Leaves out a row that cannot be read. */
  all(): Promise<readonly Api[]>;
  /** Durable. Refuses if an API has this resource, and if there are `max`; of many at once no more succeed than there is room for. */
  create(api: Api, max: number, sideEffects?: SideEffects): Promise<"created" | "exists" | "full">;
  /** Durable. Replaces everything but the resource. False if there is none, or it was changed since `seen`. */
  update(api: Api, seen: Instant, sideEffects?: SideEffects): Promise<boolean>;
  /**
   * Durable. Removes it, only where `updatedAt` is still the one that was read; what was issued for it stays until it expires. True when
   * this call did it.
   */
  remove(api: Pick<Api, "resource" | "updatedAt">, sideEffects?: SideEffects): Promise<boolean>;
}
