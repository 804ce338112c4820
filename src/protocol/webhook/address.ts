import { isLoopbackName } from "../../values/issuer.ts";

const addressLengthMax = 1000;

/**
 * Reads the address of a webhook: https, or http to this machine if the service itself is at a loopback address. No credentials,
 * because they would be shown in lists, and no fragment. Undefined for anything else.
 */
export function readWebhookAddress(text: string, mayReachLoopback: boolean): string | undefined {
  const url = text.length <= addressLengthMax ? URL.parse(text) : null;
  if (url === null || url.username !== "" || url.password !== "" || url.hash !== "") return undefined;
  const isLocal = mayReachLoopback && url.protocol === "http:" && isLoopbackName(url.hostname);
  return url.protocol === "https:" || isLocal ? url.href : undefined;
}
