import { idTokenType } from "../protocol/openid/id-token.ts";
import type { JsonObject } from "../values/json-object.ts";
import type { Ports } from "./ports.ts";

/** The ports that an `id_token_hint` is verified with. */
export type HintPorts = Pick<Ports, "signer" | "oldKeys" | "settings" | "clock">;

/**
 * The claims of an ID token that came as `id_token_hint`, expired or not: of one that the service signed, or that the product which had the
 * issuer before signed, as long as its keys are published. Undefined for anything else.
 */
export async function verifyHint(ports: HintPorts, hint: string): Promise<JsonObject | undefined> {
  const own = await ports.signer.verifyOwn(hint, idTokenType);
  const { oldKeys, settings, clock } = ports;
  if (own !== undefined || oldKeys === undefined) return own;
  const signed = await oldKeys.verify(hint, clock.now());
  const { readOldIdToken } = await import("../protocol/old-product/id-token.ts");
  return signed && readOldIdToken(signed, settings.issuer);
}
