import { headersOf } from "../http-response.ts";
import { oneRequest } from "../one-request.ts";
import { getRequest, UnexpectedAnswer } from "../requests.ts";
import { cookieHeader, keepCookies } from "../sign-in-form.ts";

const redirectsMax = 10;

/** Follows a server's redirects to itself like a new browser, until one brings the client a code; the cookies for all paths then. */
export async function followToClient(url: string, path: string, redirectUri: string): Promise<string> {
  const { host } = new URL(url);
  const jar = new Map<string, string>();
  const forAllPaths = new Map<string, string>();
  let next = path;
  for (let redirects = 0; redirects < redirectsMax; redirects += 1) {
    const response = await oneRequest(url, getRequest(next, host, cookieHeader(jar)));
    const [location] = headersOf(response, "location");
    if (location === undefined) throw new UnexpectedAnswer(`GET ${next}`, response);
    const cookies = headersOf(response, "set-cookie");
    keepCookies(jar, cookies);
    keepCookies(
      forAllPaths,
      cookies.filter((cookie) => /;\s*path=\/(?:;|$)/i.test(cookie)),
    );
    if (location.startsWith(`${redirectUri}?code=`)) return cookieHeader(forAllPaths);
    if (location.startsWith(redirectUri)) throw new UnexpectedAnswer(`GET ${next}`, response);
    const { pathname, search } = new URL(location, url);
    next = pathname + search;
  }
  throw new Error(`${redirectsMax} redirects did not lead to the client.`);
}
