import { spawn } from "node:child_process";
import type { Command } from "commander";
import type { Client } from "../protocol/client/client.ts";
import { refuse } from "../values/result.ts";
import { type Invocation, wantsJson } from "./invocation.ts";
import { done, exitCodes, type Outcome, type Problem } from "./outcome.ts";

/** What an endpoint answers. */
export type Members = Readonly<Record<string, unknown>>;

/** How long an answer may take. */
export const answerMilliseconds = 10_000;

/** Shows what the token endpoint answered, with the ID token and the token of an API decoded, and what userinfo says. */
export async function showTokens(
  { terminal, runLatchkey }: Invocation,
  command: Command,
  { issuer, client }: { readonly issuer: string; readonly client: Client },
  answer: Members,
): Promise<Outcome> {
  const { access_token: accessToken, id_token: idToken, scope } = answer;
  if (typeof accessToken !== "string") return refuse(refusedWith(answer));
  const headers = { authorization: `Bearer ${accessToken}` };
  const opensUserinfo = typeof scope !== "string" || scope.split(" ").includes("openid");
  const shown = {
    token_response: answer,
    ...(accessToken.startsWith("eyJ") && { access_token: decoded(accessToken) }),
    ...(typeof idToken === "string" && { id_token: decoded(idToken) }),
    ...(opensUserinfo && { userinfo: await askJson(`${issuer}/v1/Oauth/userinfo`, { headers }) }),
  };
  if (wantsJson(command)) terminal.printJson(shown);
  else for (const line of JSON.stringify(shown, null, 2).split("\n")) terminal.print(line);
  terminal.note("It works. The tokens are real; where others can see them, revoke them:");
  terminal.note(`${runLatchkey} token revoke --client ${client.id}`);
  return done;
}

/** The refusal of an endpoint, as a problem of the command. */
export function refusedWith({ error, error_description: description }: Members): Problem {
  return {
    exitCode: exitCodes.refused,
    cause: `The service refused it: ${error ?? "unknown"}. ${description ?? ""}`,
  };
}

/** Asks for JSON; an `error` where none comes. */
export async function askJson(url: string, request: RequestInit): Promise<Members> {
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const answer: unknown = await (await fetch(url, { ...request, redirect: "error", signal })).json();
    return typeof answer === "object" && answer !== null ? Object.fromEntries(Object.entries(answer)) : {};
  } catch {
    return { error: "no_answer", error_description: `${url} answered no JSON.` };
  }
}

/** Reads header and claims of a JWT without checking its signature. */
function decoded(token: string): Members {
  const [header, claims] = token.split(".").map((part) => {
    try {
      return JSON.parse(Buffer.from(part, "base64url").toString());
    } catch {
      return undefined;
    }
  });
  return { header, claims };
}

/** Opens an address in the browser of this machine, where there is one. */
export function openBrowser(address: string): void {
  const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
    darwin: ["open"],
    win32: ["rundll32", "url.dll,FileProtocolHandler"],
  };
  const [program, ...words] = openers[process.platform] ?? ["xdg-open"];
  spawn(program, [...words, address], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
