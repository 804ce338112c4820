import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { headersOf } from "../http-response.ts";
import type { SignedInUser } from "../latchkey.ts";
import { oneRequest } from "../one-request.ts";
import { type BenchClient, getRequest, UnexpectedAnswer } from "../requests.ts";
import type { Step } from "../round-script.ts";
import { cookieHeader, keepCookies } from "../sign-in-form.ts";
import type { TargetPlan } from "../target.ts";

const version = "7.15.6";
const module = `github.com/oauth2-proxy/oauth2-proxy/v7@v${version}`;
const home = fileURLToPath(new URL(".packages/", import.meta.url));
const program = join(home, "oauth2-proxy");
/** The build says which version it is, so another one is built again. */
const mark = join(home, `oauth2-proxy-${version}`);

/** What a proxy asks it, as in its documentation for nginx. */
export const check: Step = {
  name: "check",
  by: "browser",
  send: {
    get: "/oauth2/auth",
    headers: { "X-Forwarded-Uri": "/notes?page=2", "X-Forwarded-Proto": "https" },
  },
  wants: { status: 202, text: "" },
};

/** Builds it with Go, unless it is there, and reports that to `progress`. Throws when Go fails. */
export function installOauth2Proxy(progress: (line: string) => void): void {
  if (existsSync(mark)) return;
  progress(`building oauth2-proxy ${version}: go install ${module} (minutes, the first time)`);
  mkdirSync(home, { recursive: true });
  const env = { ...process.env, GOBIN: home, CGO_ENABLED: "0" };
  const { status, error } = spawnSync("go", ["install", module], { stdio: ["ignore", 2, 2], env });
  if (error !== undefined || status !== 0)
    throw new Error(
      `go install ${module} failed (${error?.message ?? `exit code ${status}`}). It needs Go and its module proxy.`,
    );
  writeFileSync(mark, "");
}

/**
 * How to start it as an OpenID Connect client of this issuer. It keeps each session in its cookie, which is its default and asks nobody;
 * it tells the proxy who is there, as Latchkey does, and it writes no log.
 */
export function oauth2ProxyPlan(
  folder: string,
  { clientId, clientSecret }: Pick<BenchClient, "clientId" | "clientSecret">,
  { issuer, port }: { readonly issuer: string; readonly port: number },
): TargetPlan {
  const url = `http://127.0.0.1:${port}`;
  return {
    name: `oauth2-proxy ${version}`,
    program,
    args: [
      `--http-address=127.0.0.1:${port}`,
      "--provider=oidc",
      `--oidc-issuer-url=${issuer}`,
      `--redirect-url=${callbackAt(port)}`,
      `--client-id=${clientId}`,
      `--client-secret=${clientSecret}`,
      `--cookie-secret=${"0123456789abcdef".repeat(2)}`,
      "--cookie-secure=false",
      "--scope=openid profile",
      "--code-challenge-method=S256",
      // The people of the benchmark have no address.
      "--oidc-email-claim=sub",
      "--email-domain=*",
      "--upstream=static://202",
      "--skip-provider-button",
      "--set-xauthrequest",
      "--reverse-proxy",
      "--trusted-proxy-ip=127.0.0.1",
      "--request-logging=false",
      "--auth-logging=false",
      "--standard-logging=false",
    ],
    env: {},
    url,
    logFile: join(folder, "oauth2-proxy.log"),
  };
}

/** Where people return from the sign-in. */
export function callbackAt(port: number): string {
  return `http://127.0.0.1:${port}/oauth2/callback`;
}

/** Signs somebody in who has a session at Latchkey: the cookies that it then knows them by. */
export async function signInAtOauth2Proxy(
  url: string,
  { cookies }: Pick<SignedInUser, "cookies">,
): Promise<Readonly<Record<string, string>>> {
  const jar = new Map<string, string>();
  const { host } = new URL(url);
  const follow = async (place: URL, cookie: string): Promise<URL> => {
    const answer = await oneRequest(
      place.origin,
      getRequest(place.pathname + place.search, place.host, cookie),
    );
    const [location] = headersOf(answer, "location");
    if (location === undefined) throw new UnexpectedAnswer(`GET ${place.pathname}`, answer);
    if (place.host === host) keepCookies(jar, headersOf(answer, "set-cookie"));
    return new URL(location, place);
  };
  const authorization = await follow(new URL("/oauth2/start?rd=%2F", url), "");
  const callback = await follow(authorization, cookieHeader(new Map(Object.entries(cookies))));
  await follow(callback, cookieHeader(jar));
  return Object.fromEntries([...jar].filter(([name]) => !name.includes("csrf")));
}
