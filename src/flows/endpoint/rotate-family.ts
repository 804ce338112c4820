import { decideRotation } from "../../protocol/token/rotation.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Rotation } from "../grant-ports.ts";
import type { Ports } from "../ports.ts";

/** A refresh token that may be exchanged unless another call changes the family first. */
interface Presented extends Omit<Rotation, "generation"> {
  /** The number of the token. */
  readonly presented: number;
  readonly keepsToken: boolean;
}

/**
 * Moves a family on and returns the number of the refresh token to hand out, or revokes it if the token was reused. The decision
 * and the claim rest on the family as found, so both are made again if another call came first. "gone": revoked or
 * removed meanwhile, or the token was never issued; nothing changes then.
 */
export async function rotateFamily(
  { tokenFamilies }: Pick<Ports, "tokenFamilies">,
  { presented, keepsToken, ...rotation }: Presented,
): Promise<Result<number, "reused" | "gone">> {
  const { now } = rotation;
  const { id } = rotation.family;
  let family: Rotation["family"] | undefined = rotation.family;
  // The loop ends: the newest number grows each time, and soon the presented one is too old.
  while (family !== undefined && family.revokedAt === undefined) {
    const decided = decideRotation({ presented, newest: family.generation, keepsToken });
    if (decided.ok) {
      const generation = decided.value;
      if (await tokenFamilies.rotate({ ...rotation, family, generation })) return ok(generation);
    } else if (decided.reason === "never-issued") return refuse("gone");
    else if (await tokenFamilies.revoke(id, now)) return refuse("reused");
    family = await tokenFamilies.find(id);
  }
  return refuse("gone");
}
