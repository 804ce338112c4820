import { keysOfSet, verifyForeignJwt } from "../adapters/keys/foreign-signature.ts";
import type { Provider } from "../flows/operator/shadow/answer-there.ts";
import { isLoopbackName, parseIssuer } from "../values/issuer.ts";
import { type JsonObject, parseJsonObject } from "../values/json-object.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import { answerMilliseconds } from "./client-try-answer.ts";
import { exitCodes, type Problem } from "./outcome.ts";

/** The old provider, as it describes itself. */
export interface OldProvider extends Provider {
  readonly metadata: JsonObject;
}

/** What an address answered: its status and content. */
export interface TextAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Asks an address; undefined if nobody answers in ten seconds. Redirects are not followed: a secret may be in the request. */
export async function askText(url: string, request: RequestInit = {}): Promise<TextAnswer | undefined> {
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const answer = await fetch(url, { ...request, redirect: "error", signal });
    const contentType = answer.headers.get("content-type") ?? "";
    return { status: answer.status, contentType, text: await answer.text() };
  } catch {
    return undefined;
  }
}

/** Reads the discovery document and the keys of the old provider. */
export async function openOldProvider(text: string): Promise<Result<OldProvider, Problem>> {
  const parsed = parseIssuer(text);
  if (!parsed.ok)
    return refuse({
      exitCode: exitCodes.usage,
      cause: `${text} is no issuer of an OpenID provider. ${parsed.reason}`,
    });
  const place = `${text.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const metadata = await readDiscovery(text);
  if (metadata === undefined)
    return refuse({ exitCode: exitCodes.unavailable, cause: `There is no discovery document at ${place}.` });
  // Subjects and tokens belong to an issuer letter by letter (OpenID Connect Discovery §4.3).
  if (metadata.issuer !== text)
    return refuse({
      exitCode: exitCodes.refused,
      cause: `The document at ${place} is of the issuer ${String(metadata.issuer)}.`,
      hint: "Name the issuer as it writes itself, with or without a slash at its end.",
    });
  const open = endpoints.find((member) => metadata[member] !== undefined && !isPrivate(metadata[member]));
  if (open !== undefined)
    return refuse({
      exitCode: exitCodes.refused,
      cause: `The ${open} of the old provider is not an https: address, so no secret is sent there.`,
    });
  const set = await askText(String(metadata.jwks_uri));
  const keys = keysOfSet(parseJsonObject(set?.text ?? "") ?? {});
  if (keys.length === 0)
    return refuse({
      exitCode: exitCodes.unavailable,
      cause: `No keys can be read at ${String(metadata.jwks_uri)}, so no ID token can be verified.`,
    });
  return ok({ issuer: text, metadata, verify: (jwt) => verifyForeignJwt(jwt, keys) });
}

/** The addresses that get secrets, codes and tokens, or that signatures rest on. */
const endpoints = ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"] as const;

function isPrivate(address: unknown): boolean {
  const url = typeof address === "string" ? URL.parse(address) : null;
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopbackName(url.hostname));
}

/** The discovery document of an issuer; undefined if none can be read. */
export async function readDiscovery(issuer: string): Promise<JsonObject | undefined> {
  const answer = await askText(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  return answer?.status === 200 ? parseJsonObject(answer.text) : undefined;
}
