import type { Issuer } from "../../values/issuer.ts";
import { parseParameters } from "../parameters.ts";
import { readUpstreamName, type UpstreamName } from "./upstream.ts";

/** The path of every callback, below that of the issuer. */
export const callbackTemplate = "/upstream/{name}/callback";

const callbackShape = /\/upstream\/(?<name>[^/]{1,32})\/callback$/;

/** The redirect URI that is registered at an upstream. Each has its own, so that no answer of one passes for another's (RFC 9700 §4.4.2.2). */
export function callbackUriOf(issuer: Issuer, name: UpstreamName): string {
  return `${issuer.replace(/\/$/, "")}${callbackTemplate.replace("{name}", name)}`;
}

/** The upstream that the path of a callback names. */
export function upstreamOfPath(path: string): UpstreamName | undefined {
  const name = callbackShape.exec(path)?.groups?.name;
  return name === undefined ? undefined : readUpstreamName(name);
}

/** The `state` of an answer; undefined if there is none, or several. */
export function stateOf(answer: string): string | undefined {
  const parameters = parseParameters(answer);
  return parameters.ok ? parameters.value.only("state") : undefined;
}
