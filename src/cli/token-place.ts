import { type Config, resolveIssuer } from "../ops/config.ts";
import { parseJsonObject } from "../values/json-object.ts";
import { localBaseOf } from "./healthcheck.ts";
import type { Invocation } from "./invocation.ts";
import { exitCodes, type Problem } from "./outcome.ts";

const answerMilliseconds = 3_000;

/**
 * A token works only at the resource that it names. Returns a problem if the service at the configured address has another one, or if no
 * base URL is set and no service answers: a service with another port or base URL would refuse the token.
 */
export async function addressProblem(
  config: Config,
  resource: string,
  { runLatchkey }: Invocation,
): Promise<Problem | undefined> {
  const base = localBaseOf(config);
  const answered = await resourceAt(base, config);
  if (answered === resource) return undefined;
  const again = (url: string) => `\`${runLatchkey} token create --base-url ${url} ...\``;
  if (answered !== undefined)
    return {
      exitCode: exitCodes.refused,
      cause: `The service at ${base} accepts tokens for ${answered}, but these settings say ${resource}.`,
      hint: `Run this command with the service's settings: ${again(answered.replace(/\/admin\/api$/, ""))}`,
    };
  if (!config.issuer.includes("{port}")) return undefined;
  return {
    exitCode: exitCodes.unavailable,
    cause: `No service answers at ${base}, and no base URL is set, so it is unclear which address the token is for.`,
    hint: `Set the base URL, for example: ${again(resolveIssuer(config, config.port))}`,
  };
}

/** The resource of the admin API according to the service's metadata (RFC 9728); undefined if no such service answers. */
async function resourceAt(base: string, config: Config): Promise<string | undefined> {
  const { pathname } = new URL(resolveIssuer(config, config.port));
  const url = new URL(`/.well-known/oauth-protected-resource${pathname.replace(/\/$/, "")}/admin/api`, base);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMilliseconds), redirect: "manual" });
    const { resource } = parseJsonObject(await answer.text()) ?? {};
    return answer.status === 200 && typeof resource === "string" ? resource : undefined;
  } catch {
    return undefined; // It was refused, timed out, or is no HTTP: nobody is there to ask.
  }
}
