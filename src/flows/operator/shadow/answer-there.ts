import { type Jwt, readJwt } from "../../../protocol/jwt.ts";
import { readScope } from "../../../protocol/scope.ts";
import { isJsonObject, type JsonObject } from "../../../values/json-object.ts";
import { ok, type Result, refuse } from "../../../values/result.ts";

/** What the old provider answered an application, as it is written down: the answer of the token endpoint, and that of userinfo. */
export interface RawAnswer {
  /** The application; without it, the ID token names it. */
  readonly clientId?: string | undefined;
  readonly tokens: JsonObject;
  /** Claims, or the JWT of a signed answer. */
  readonly userinfo?: JsonObject | string | undefined;
  /** What the application asked for, in case the answer does not say what was granted. */
  readonly askedScope?: string | undefined;
}

/** The same, read and checked by `readAnswer`. */
export interface AnswerThere {
  readonly tokens: JsonObject;
  readonly idToken: Jwt | undefined;
  /** Present for a JWT. Its signature is not checked, because only the API that it is for can know the key. */
  readonly accessToken: JsonObject | undefined;
  readonly userinfo: JsonObject | undefined;
  readonly userinfoAlgorithm: unknown;
  readonly sub: string;
  readonly scope: readonly string[] | undefined;
}

/** Where the old answer comes from. */
export interface Provider {
  readonly issuer: string;
  /** Header and claims, if one of the provider's keys made the signature. */
  verify(jwt: string): Promise<Jwt | undefined>;
}

/** Why an answer is not compared. It ends a sentence that begins with where the answer stands. */
export type AnswerProblem =
  | "has neither an ID token nor userinfo"
  | "has an ID token that no key of the old provider signed"
  | "has an ID token of another issuer"
  | "has userinfo about somebody else than its ID token"
  | "has userinfo that no key of the old provider signed"
  | "is an error";

/** Reads a line of a file: the answer of a token endpoint itself, or an object with `token_response` and perhaps `userinfo`. */
export function readRawAnswer(json: JsonObject): RawAnswer | undefined {
  const { token_response: nested, userinfo, client_id: clientId, scope } = json;
  const isNested = isJsonObject(nested);
  if (!isNested && json.access_token === undefined && json.id_token === undefined && !isJsonObject(userinfo))
    return undefined;
  const isUserinfo = isJsonObject(userinfo) || typeof userinfo === "string";
  return {
    tokens: isNested ? nested : json,
    ...(typeof clientId === "string" && { clientId }),
    ...(isUserinfo && { userinfo }),
    ...(isNested && typeof scope === "string" && { askedScope: scope }),
  };
}

/**
 * Reads an answer, and checks what can be checked of it: signature and issuer of the ID token, the signature of signed userinfo, and that
 * both are about one subject. Unsigned userinfo without an ID token is believed.
 */
export async function readAnswer(
  { issuer, verify }: Provider,
  raw: RawAnswer,
): Promise<Result<AnswerThere, AnswerProblem>> {
  const { tokens } = raw;
  if (typeof tokens.error === "string") return refuse("is an error");
  const idToken = typeof tokens.id_token === "string" ? await verify(tokens.id_token) : undefined;
  if (typeof tokens.id_token === "string" && idToken === undefined)
    return refuse("has an ID token that no key of the old provider signed");
  if (idToken !== undefined && idToken.claims.iss !== issuer)
    return refuse("has an ID token of another issuer");
  const signed = typeof raw.userinfo === "string" ? await verify(raw.userinfo) : undefined;
  if (typeof raw.userinfo === "string" && signed === undefined)
    return refuse("has userinfo that no key of the old provider signed");
  const userinfo = signed?.claims ?? (isJsonObject(raw.userinfo) ? raw.userinfo : undefined);
  const sub = idToken?.claims.sub ?? userinfo?.sub;
  if (typeof sub !== "string") return refuse("has neither an ID token nor userinfo");
  // OpenID Connect Core §5.3.2
  if (userinfo !== undefined && userinfo.sub !== sub)
    return refuse("has userinfo about somebody else than its ID token");
  const accessToken = typeof tokens.access_token === "string" ? readJwt(tokens.access_token) : undefined;
  // RFC 6749 §5.1: without a scope in the answer, all that was asked for is granted.
  const scope = typeof tokens.scope === "string" ? tokens.scope : raw.askedScope;
  return ok({
    tokens,
    idToken,
    accessToken: accessToken?.claims,
    userinfo,
    userinfoAlgorithm: signed?.header.alg,
    sub,
    scope: scope === undefined ? undefined : readScope(scope),
  });
}

/** The application of an answer: the one that it names, or else the authorized party or first audience of its ID token. */
export function clientNamedBy({ clientId, tokens }: RawAnswer): string | undefined {
  if (clientId !== undefined) return clientId;
  const claims = typeof tokens.id_token === "string" ? readJwt(tokens.id_token)?.claims : undefined;
  const named = claims?.azp ?? [claims?.aud].flat()[0];
  return typeof named === "string" ? named : undefined;
}
