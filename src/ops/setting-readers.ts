/** Readers of the texts of settings. A refusal is a sentence that says what the text must be. */
import { isIP } from "node:net";
import { isLoopbackName } from "../values/issuer.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { Secret } from "../values/secret.ts";
import { type Seconds, secondsOf } from "../values/time.ts";

/** Makes a reader of one of these words; there are at least two. */
export function oneOf<Word extends string>(words: readonly Word[]): (text: string) => Result<Word, string> {
  return (text) => {
    const word = words.find((each) => each === text);
    return word === undefined
      ? refuse(`It must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}.`)
      : ok(word);
  };
}

/** Makes a reader of a whole number in a range. */
export function wholeNumberBetween(least: number, most: number): (text: string) => Result<number, string> {
  return (text) => {
    const number = wholeNumber(text);
    return number === undefined || number < least || number > most
      ? refuse(`It must be a whole number from ${least} to ${most}.`)
      : ok(number);
  };
}

export function parsePort(text: string): Result<number, string> {
  // Kubernetes sets LATCHKEY_PORT to tcp://… for a Service named latchkey.
  if (text.startsWith("tcp://"))
    return refuse(
      "Kubernetes wrote it for a service named latchkey; set enableServiceLinks: false in the pod.",
    );
  return wholeNumberBetween(0, 65_535)(text);
}

/** Reads an address to listen on: an IP address, in brackets or not, or a host name. */
export function parseHost(text: string): Result<string, string> {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  if (isIP(bare) !== 0) return ok(bare);
  if (/^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)) return ok(text);
  return refuse("It must be an IP address or a host name, without a scheme or a port.");
}

export function parseWebAddress(text: string): Result<string, string> {
  const { protocol } = URL.parse(text) ?? {};
  if (protocol !== "https:" && protocol !== "http:") return refuse("It must start with https:// or http://.");
  return ok(text);
}

export function parseYesOrNo(text: string): Result<boolean, string> {
  return text === "yes" || text === "no" ? ok(text === "yes") : refuse("It must be yes or no.");
}

/** Reads the registration token. It travels in a header, whose syntax allows no other characters (RFC 6750 §2.1). */
export function parseRegistrationToken(text: string): Result<Secret, string> {
  if (!/^[A-Za-z0-9._~+/-]{32,1024}=*$/.test(text))
    return refuse(
      "It must have at least 32 letters, digits or ._~+/-; make one with `openssl rand -base64 32`.",
    );
  return ok(new Secret(text));
}

/** Reads the master key. */
export function parseSecret(text: string): Result<Secret, string> {
  if ([...text].length < 32)
    return refuse("It must have at least 32 characters; make one with `openssl rand -base64 32`.");
  return ok(new Secret(text));
}

/** Makes a reader of a whole number of seconds in a range. */
export function secondsBetween(least: number, most: number): (text: string) => Result<Seconds, string> {
  return (text) => {
    const seconds = wholeNumber(text);
    if (seconds === undefined || seconds < least || seconds > most)
      return refuse(`It must be a whole number of seconds from ${least} to ${most}.`);
    return ok(secondsOf(seconds));
  };
}

/** Reads addresses and CIDR ranges, separated by spaces or commas. */
export function parseProxies(text: string): Result<readonly string[], string> {
  const ranges = text.split(/[\s,]+/).filter((range) => range !== "");
  const strange = ranges.find((range) => !isAddressRange(range));
  if (strange !== undefined) return refuse(`${JSON.stringify(strange)} is not an address or a CIDR range.`);
  return ok(ranges);
}

function isAddressRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  const bits = prefix === undefined ? 0 : wholeNumber(prefix);
  return bits !== undefined && bits <= (family === 4 ? 32 : 128);
}

export function parseDomain(text: string): Result<string, string> {
  if (isIP(text) === 0 && /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text)) return ok(text);
  return refuse("It must be a domain in lower-case letters, without a scheme or a port.");
}

/** The hosts whose documents describe clients: none, all, or the listed ones. */
export type ClientDocumentSetting =
  | { readonly mode: "closed" | "open" }
  | { readonly mode: "listed"; readonly hosts: readonly string[] };

/** Reads the hosts whose documents describe clients: closed, open, or hosts separated by spaces or commas. */
export function parseClientDocuments(text: string): Result<ClientDocumentSetting, string> {
  if (text === "closed" || text === "open") return ok({ mode: text });
  const hosts = text.split(/[\s,]+/).filter((host) => host !== "");
  const strange = hosts.find((host) => !isHostPattern(host));
  if (strange !== undefined)
    return refuse(
      `${JSON.stringify(strange)} is neither closed nor open nor a host such as claude.ai or *.example.com, without a scheme or a port.`,
    );
  return hosts.length === 0
    ? refuse("It must be closed, open or a list of hosts.")
    : ok({ mode: "listed", hosts });
}

/** In the spelling that URLs have: lower case, and `xn--` for what is not ASCII. */
function isHostPattern(text: string): boolean {
  const host = text.startsWith("*.") ? text.slice(2) : text;
  return /^[a-z0-9-]/.test(host) && URL.parse(`https://${host}/`)?.hostname === host;
}

/** Reads https origins, separated by spaces or commas. */
export function parseOrigins(text: string): Result<readonly string[], string> {
  const origins = text.split(/[\s,]+/).filter((origin) => origin !== "");
  const strange = origins.find(
    (origin) => !origin.startsWith("https://") || URL.parse(origin)?.origin !== origin,
  );
  if (strange !== undefined)
    return refuse(`${JSON.stringify(strange)} is not an https origin, such as https://example.org.`);
  return ok(origins);
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Reads an address that is sent a password, or is told of a person: https, unless it is on this machine. */
export function privateAddress(text: string): Result<string, string> {
  const url = URL.parse(text);
  const isOwn = url?.protocol === "http:" && isLoopbackName(url.hostname);
  if (url === null || (url.protocol !== "https:" && !isOwn))
    return refuse(
      "It must start with https:// (http:// is allowed only for localhost, 127.0.0.1 and [::1]).",
    );
  if (url.username !== "" || url.password !== "" || url.hash !== "")
    return refuse("It must not have credentials or a fragment.");
  return ok(url.href);
}
