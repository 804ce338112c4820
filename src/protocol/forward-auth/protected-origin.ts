import { isLoopbackName } from "../../values/issuer.ts";

/** The path on an application's host that its proxy hands to this service, without a slash at the end. */
export const ownPathOnHost = "/.latchkey";

/** Where a sign-in comes back to on one of the hosts. */
export function callbackOf(origin: string): string {
  return `${origin}${ownPathOnHost}/callback`;
}

/** The reason why a text is not a host that can be protected, as the end of a sentence that begins with it. */
export function whyNoProtectedOrigin(text: string): string | undefined {
  const url = /^https?:\/\/[^/]/.test(text) ? URL.parse(text) : null;
  const refusal =
    "cannot be protected. Write the scheme and the host as browsers do, like https://wiki.example.org";
  if (url === null || url.username !== "" || url.password !== "" || url.hostname.endsWith("."))
    return `${refusal}.`;
  if (url.protocol === "http:" && !isLoopbackName(url.hostname))
    return `${refusal}; http: is for localhost, 127.0.0.1 and [::1] alone, because the cookie of a visit needs https:.`;
  return url.origin === text && text.length <= 300 ? undefined : `${refusal}; here that is ${url.origin}.`;
}
