import { isLoopbackName } from "../../values/issuer.ts";
import { ok, type Result, refuse, unreachable } from "../../values/result.ts";
import { parseParameters } from "../parameters.ts";

/** The longest registered redirect URI, in bytes. */
export const redirectUriBytesMax = 2000;

/** An http: URI on a loopback address or on `localhost`: what stands before its port, its port, and the rest. */
export const loopbackShape =
  /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::(0|[1-9][0-9]{0,4}))?((?:[/?].*)?)$/s;

/** The reason why a redirect URI cannot be registered. `useInstead` is the same URI in a form that can. */
export type RedirectUriProblem =
  | { readonly kind: "too-long" }
  | { readonly kind: "not-ascii"; readonly useInstead?: string }
  | { readonly kind: "forbidden-character"; readonly character: string }
  | { readonly kind: "wildcard" }
  | { readonly kind: "not-absolute" }
  | { readonly kind: "unreadable" }
  | { readonly kind: "scheme-not-allowed"; readonly scheme: string }
  | { readonly kind: "scheme-for-public-clients"; readonly scheme: string }
  | { readonly kind: "http-not-loopback" }
  | { readonly kind: "fragment" }
  | { readonly kind: "credentials" }
  | { readonly kind: "port-zero"; readonly useInstead?: string }
  | { readonly kind: "dot-segment" }
  | { readonly kind: "not-normal"; readonly useInstead: string }
  | { readonly kind: "response-parameter"; readonly name: string }
  | { readonly kind: "too-many-parameters" };

/** Names with a meaning in the answer, for this service or for client libraries. */
const responseParameters = [
  "code",
  "state",
  "iss",
  "error",
  "error_description",
  "error_uri",
  "response",
  "token",
  "access_token",
  "id_token",
];

/** The characters of a URI (RFC 3986); `*` has its own refusal. */
const foreignCharacter = /[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/;
const schemeShape = /^([A-Za-z][A-Za-z0-9+.-]*):/;
/**
 * Schemes without a period that widely used applications receive codes at. RFC 8252 §8.4 asks for a period, because any application
 * can claim a scheme; a public client's code is worth nothing without its PKCE verifier.
 */
const knownSchemes = new Set(["cursor", "vscode", "vscode-insiders"]);
const dotSegment = /(?:\/|%2f|%5c)(?:\.|%2e){1,2}(?=\/|%2f|%5c|$)/i;

/**
 * Decides whether a redirect URI may be registered; returns it unchanged. It must be in normal form, because it is compared byte
 * for byte from then on.
 */
export function checkRedirectUriForRegistration(
  text: string,
  { isPublic }: { readonly isPublic: boolean },
): Result<string, RedirectUriProblem> {
  if (Buffer.byteLength(text) > redirectUriBytesMax) return refuse({ kind: "too-long" });
  if (/[^\x00-\x7f]/.test(text)) return refuse({ kind: "not-ascii", ...asciiForm(text) });
  const foreign = foreignCharacter.exec(text);
  if (foreign !== null) return refuse({ kind: "forbidden-character", character: foreign[0] });
  if (text.includes("*")) return refuse({ kind: "wildcard" });
  const scheme = schemeShape.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return refuse({ kind: "not-absolute" });
  if (text.includes("#")) return refuse({ kind: "fragment" });
  if (dotSegment.test(text.split("?", 1)[0] ?? "")) return refuse({ kind: "dot-segment" });
  const isWeb = scheme === "https" || scheme === "http";
  if (!isWeb && !scheme.includes(".") && !knownSchemes.has(scheme))
    return refuse({ kind: "scheme-not-allowed", scheme });
  if (!isWeb && !isPublic) return refuse({ kind: "scheme-for-public-clients", scheme });
  const url = URL.parse(text);
  if (url === null || text.length === scheme.length + 1) return refuse({ kind: "unreadable" });
  if (scheme === "http" && !isLoopbackName(url.hostname)) return refuse({ kind: "http-not-loopback" });
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?]*@/.test(text))
    return refuse({ kind: "credentials" });
  if (url.port === "0") return refuse({ kind: "port-zero", ...withoutPort(url, isPublic) });
  const normal = normalForm(url, text);
  if (normal !== text) return refuse({ kind: "not-normal", useInstead: normal });
  return checkQuery(text, url);
}

function checkQuery(text: string, url: URL): Result<string, RedirectUriProblem> {
  const query = parseParameters(url.search.slice(1));
  if (!query.ok) return refuse({ kind: query.reason });
  const names = new Set(query.value.names());
  const taken = responseParameters.find((name) => names.has(name));
  return taken === undefined ? ok(text) : refuse({ kind: "response-parameter", name: taken });
}

/** A bare origin may be written with or without its slash; a dot at the end of the host is a second name for it. */
function normalForm(url: URL, text: string): string {
  if (url.hostname.endsWith(".")) {
    const dotless = new URL(url);
    dotless.hostname = url.hostname.replace(/(?<!\.)\.+$/, "");
    return dotless.href;
  }
  return url.href === `${text}/` ? text : url.href;
}

/** RFC 8252 §7.3: for an installed app the port of a loopback address is open, so it is registered without one. */
function withoutPort(url: URL, isPublic: boolean): { useInstead?: string } {
  const open = new URL(url);
  open.port = "";
  return isPublic && loopbackShape.test(open.href) ? { useInstead: open.href } : {};
}

function asciiForm(text: string): { useInstead?: string } {
  const url = URL.parse(text);
  return url === null || url.href === text ? {} : { useInstead: url.href };
}

/** One or two sentences: the fault, and the URI to register instead. They may repeat parts of the input. */
export function describeRedirectUriProblem(problem: RedirectUriProblem): string {
  switch (problem.kind) {
    case "too-long":
      return `It is longer than ${redirectUriBytesMax} bytes. Register a shorter one and carry the rest in state.`;
    case "not-ascii": {
      const form = problem.useInstead === undefined ? "" : `: ${problem.useInstead}`;
      return `It has characters outside ASCII. Write the host in its xn-- form and the rest percent-encoded${form}`;
    }
    case "forbidden-character":
      return `${JSON.stringify(problem.character)} cannot stand in a URI. Remove it, or percent-encode it if it is meant.`;
    case "wildcard":
      return "Wildcards are not supported, because they open the door to other pages. Register each redirect URI in full.";
    case "not-absolute":
      return "It is not a whole URI. Write it in full and not percent-encoded, like https://app.example/callback.";
    case "unreadable":
      return "It cannot be read as a URI. Write it like https://app.example/callback.";
    case "scheme-not-allowed":
      return `The scheme ${problem.scheme}: is not allowed. Use https:, or for an installed app a scheme with a dot in it, like com.example.app:/callback.`;
    case "scheme-for-public-clients":
      return `The scheme ${problem.scheme}: belongs to an installed app, which cannot keep a secret. Register a public client, or use https:.`;
    case "http-not-loopback":
      return "http: is allowed only for localhost, 127.0.0.1 and [::1]. Use https:.";
    case "fragment":
      return "It has a fragment (#). Remove it: the code arrives in the query.";
    case "credentials":
      return "It has a user name or password before the host. Remove everything up to the @.";
    case "port-zero":
      return problem.useInstead === undefined
        ? "Nothing listens on port 0. Write the port that the application listens on."
        : `Nothing listens on port 0. Any port of this address works for an installed app when it is registered without one: ${problem.useInstead}`;
    case "dot-segment":
      return "Its path has a . or .. segment. Write the path that it leads to.";
    case "not-normal":
      return `It is compared byte for byte, so it must be written the way browsers write it: ${problem.useInstead}`;
    case "response-parameter":
      return `Its query has the parameter ${problem.name}, which the answer uses itself. Rename the parameter.`;
    case "too-many-parameters":
      return "Its query has too many parameters. Carry them in state instead.";
    default:
      return unreachable(problem);
  }
}
