import { hasNoProof, isOldSecretIdle } from "../../flows/operator/client-secrets.ts";
import type { SecretUse } from "../../flows/ports.ts";
import type { Tone } from "../../pages/components.ts";
import { type Client, isProtected } from "../../protocol/client/client.ts";
import type { Instant } from "../../values/time.ts";

/** The kind of an application in a few words; `isBrief` leaves out the protocol. */
export function kindOf(client: Client, { isBrief = false } = {}): string {
  const { isPublic, metadata } = client;
  const { isMachine, isOpenid, mayUseDeviceGrant, isThirdParty, registrationTokenDigest, documentSince } =
    metadata;
  const kind = isMachine
    ? "Service without users"
    : isProtected(client)
      ? "Protected by a proxy"
      : isPublic
        ? "Public client"
        : "Server with a secret";
  return [
    kind,
    ...(isOpenid && !isBrief ? ["OpenID Connect"] : []),
    ...(mayUseDeviceGrant ? ["devices"] : []),
    ...(isThirdParty ? ["third party"] : []),
    ...(registrationTokenDigest === undefined ? [] : ["registered itself"]),
    ...(documentSince === undefined ? [] : ["by document"]),
  ].join(", ");
}

/** A state in a word. */
export interface StateWord {
  readonly text: string;
  readonly tone: Tone;
}

/** What an operator should notice about an application. Empty if there is nothing unusual. */
export function stateOf(client: Client, uses: readonly SecretUse[], now: Instant): readonly StateWord[] {
  const words: StateWord[] = [];
  if (client.isDisabled) words.push({ text: "disabled", tone: "bad" });
  if (client.secretExposedAt !== undefined) words.push({ text: "secret exposed", tone: "bad" });
  if (hasNoProof(client)) words.push({ text: "no secret", tone: "bad" });
  if (client.previousSecretDigest !== undefined)
    words.push({
      text: isOldSecretIdle(client, uses, now) ? "old secret idle" : "two secrets",
      tone: "plain",
    });
  return words;
}
