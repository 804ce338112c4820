import { type Configuration, fetchProtectedResource, type ServerMetadata } from "openid-client";
import type { UpstreamPerson } from "../../flows/upstream/relying-party.ts";
import { isJsonObject, parseJson } from "../../values/json-object.ts";

/** The endpoints of GitHub, or of an installation of its own at another address: plain OAuth, without discovery and ID tokens. */
export function githubMetadata(site: string): ServerMetadata {
  return {
    // GitHub's answers name no issuer; if they do, it is this one.
    issuer: `${site}/login/oauth`,
    authorization_endpoint: `${site}/login/oauth/authorize`,
    token_endpoint: `${site}/login/oauth/access_token`,
    token_endpoint_auth_methods_supported: ["client_secret_post"],
  };
}

/** Asks the API who the person is. The number of an account stays when its name changes hands. Rejects for an answer of another shape. */
export async function readGithubPerson(
  configuration: Configuration,
  accessToken: string,
  site: string,
): Promise<UpstreamPerson> {
  const base = site === "https://github.com" ? "https://api.github.com" : `${site}/api/v3`;
  const [user, emails] = await Promise.all(
    [`${base}/user`, `${base}/user/emails`].map((address) => ask(configuration, accessToken, address)),
  );
  if (!isJsonObject(user) || !Number.isSafeInteger(user.id)) throw new Error("no user");
  const addresses = Array.isArray(emails) ? emails.filter(isJsonObject) : [];
  const primary = addresses.find((each) => each.primary === true);
  return {
    subject: String(user.id),
    ...(typeof primary?.email === "string" && { email: primary.email }),
    isEmailVerified: primary?.verified === true,
    ...(typeof user.name === "string" && user.name !== "" && { name: user.name }),
    ...(typeof user.login === "string" && { username: user.login }),
  };
}

async function ask(configuration: Configuration, accessToken: string, address: string): Promise<unknown> {
  const headers = new Headers({ accept: "application/vnd.github+json" });
  const answer = await fetchProtectedResource(
    configuration,
    accessToken,
    new URL(address),
    "GET",
    undefined,
    headers,
  );
  if (answer.status !== 200) throw new Error("no answer of the API");
  return parseJson(await answer.text());
}
