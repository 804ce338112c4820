import type { Api } from "../../../protocol/api/api.ts";
import { parseResource, type ResourceUri } from "../../../protocol/api/resource.ts";
import type { Client } from "../../../protocol/client/client.ts";
import { type SigningAlgorithm, signingAlgorithms } from "../../../protocol/jwk.ts";
import type { JsonObject } from "../../../values/json-object.ts";
import { shellWord } from "../../../values/words.ts";
import type { AnswerHere } from "./answer-here.ts";
import type { AnswerThere } from "./answer-there.ts";
import { updateClient } from "./repair-claim.ts";
import { type Repair, type ShadowRow, saysTheSame } from "./row.ts";

type Because = Pick<ShadowRow, "because"> & { readonly repairs?: readonly Repair[] };

/** Compares what tokens are, and not what they say: algorithms, lifetimes, formats, scope. `api` is the one at `resourceOf` here. */
export function compareTokens(
  client: Client,
  there: AnswerThere,
  here: AnswerHere,
  api: Api | undefined,
): readonly ShadowRow[] {
  const { tokens } = there;
  const rows: ShadowRow[] = [];
  const add = (name: string, pair: readonly [there: unknown, here: unknown], why: Because = {}) => {
    if (pair[0] === undefined && pair[1] === undefined) return;
    rows.push(rowOf(name, pair, why));
  };
  add("id_token", [said(there.idToken), said(here.idToken)], idTokenRepair(client, here));
  if (there.idToken !== undefined && here.idToken !== undefined) {
    const algorithm = client.metadata.idTokenAlgorithm;
    add(
      "id_token_signed_response_alg",
      [there.idToken.header.alg, algorithm],
      algorithmRepair(client, "--id-token-alg", there.idToken.header.alg),
    );
    add("id_token_lifetime", [lifetimeOf(there.idToken.claims), lifetimeOf(here.idToken)], {
      because:
        "an ID token says that somebody has just signed in; afterwards the application has a session of its own",
    });
  }
  if (there.userinfo !== undefined)
    add(
      "userinfo_signed_response_alg",
      [there.userinfoAlgorithm, client.metadata.userinfoAlgorithm],
      there.userinfoAlgorithm === undefined
        ? { repairs: [updateClient(client.id, "--no-userinfo-alg")] }
        : algorithmRepair(client, "--userinfo-alg", there.userinfoAlgorithm),
    );
  add(
    "access_token",
    [formatOf(there.accessToken), formatOf(here.accessToken)],
    formatRepair(client, there, api),
  );
  // RFC 6749 §5.1 recommends it and no more.
  const lifetime = numberOf(tokens.expires_in);
  if (lifetime !== undefined)
    add("access_token_lifetime", [lifetime, here.accessTokenLifetime], {
      because:
        "LATCHKEY_ACCESS_TOKEN_LIFETIME_SECONDS sets it, and for the tokens of an API `latchkey api update --lifetime`",
    });
  add("token_type", [capitalised(tokens.token_type), here.tokenType]);
  add("refresh_token", [said(tokens.refresh_token), said(here.refreshTokenLifetime)], {
    repairs: [updateClient(client.id, tokens.refresh_token === undefined ? "--no-refresh" : "--refresh")],
  });
  // Keycloak says this; no specification does.
  const refresh = numberOf(tokens.refresh_expires_in);
  if (refresh !== undefined && here.refreshTokenLifetime !== undefined)
    add("refresh_token_lifetime", [refresh, here.refreshTokenLifetime], {
      because: "refresh tokens live for this long at most, and never longer than what they rest on",
    });
  if (there.scope !== undefined)
    add("scope", [there.scope, here.scope], {
      because: scopeReason(there.scope, here.scope),
      repairs:
        there.scope.includes("openid") && !client.metadata.isOpenid
          ? [updateClient(client.id, "--openid")]
          : [],
    });
  return rows;
}

function rowOf(
  name: string,
  [there, here]: readonly [unknown, unknown],
  { because, repairs = [] }: Because,
): ShadowRow {
  const row = { part: "tokens", name, there, here } as const;
  if (saysTheSame(there, here)) return { ...row, outcome: "same", repairs: [] };
  const outcome = there === undefined ? "missing-there" : here === undefined ? "missing-here" : "differs";
  return { ...row, outcome, because, repairs };
}

function said(token: unknown): "given" | undefined {
  return token === undefined ? undefined : "given";
}

function idTokenRepair({ id, metadata }: Client, here: AnswerHere): Because {
  if (here.idToken !== undefined) return {};
  return metadata.isOpenid
    ? { because: "no scope openid was granted" }
    : { repairs: [updateClient(id, "--openid")] };
}

function algorithmRepair({ id }: Client, option: string, algorithm: unknown): Because {
  return isOurs(algorithm)
    ? { repairs: [updateClient(id, `${option} ${algorithm}`)] }
    : { because: `this service signs with ${signingAlgorithms.join(", ")}` };
}

function isOurs(algorithm: unknown): algorithm is SigningAlgorithm {
  return signingAlgorithms.some((known) => known === algorithm);
}

/** Seconds from `iat` to `exp`. */
function lifetimeOf({ iat, exp }: JsonObject): number | undefined {
  const [from, to] = [numberOf(iat), numberOf(exp)];
  return from === undefined || to === undefined ? undefined : to - from;
}

function formatOf(claims: unknown): "JWT" | "opaque" {
  return claims === undefined ? "opaque" : "JWT";
}

/** The resource that an old access token is for, if it can be one here. */
export function resourceOf({ accessToken }: AnswerThere): ResourceUri | undefined {
  const [audience] = [accessToken?.aud].flat();
  return typeof audience === "string" ? parseResource(audience) : undefined;
}

/** JWTs are for APIs: the one that the old token is for has to be registered, and to be the application's. */
function formatRepair({ id, metadata }: Client, there: AnswerThere, api: Api | undefined): Because {
  if (there.accessToken === undefined) return { because: "the application's API gets JWTs here" };
  const resource = resourceOf(there);
  // An application with resources has its APIs here already.
  if (resource === undefined || metadata.resources.length > 0)
    return {
      because: "an access token is for APIs: `latchkey api create --token jwt` registers one that reads JWTs",
    };
  const word = shellWord(resource);
  const create = `latchkey api create --resource ${word} --name ${word} --token jwt`;
  const ready = api === undefined ? create : `latchkey api update ${word} --token jwt`;
  return {
    because: "the API that the token is for is not the application's here",
    repairs: [
      ...(api?.tokenFormat === "jwt" ? [] : [{ command: ready, isPersonal: false }]),
      updateClient(id, `--resource ${word}`),
    ],
  };
}

function scopeReason(there: readonly string[], here: readonly string[]): string | undefined {
  const lost = there.filter((value) => !here.includes(value));
  if (lost.length === 0) return undefined;
  return `not granted here: ${lost.join(", ")}; a scope of an API belongs to one that is registered (\`latchkey api create --scope\`)`;
}

/** Servers write the type in any case (RFC 6749 §5.1). */
function capitalised(type: unknown): string | undefined {
  if (typeof type !== "string") return undefined;
  return type.toLowerCase() === "dpop"
    ? "DPoP"
    : type.slice(0, 1).toUpperCase() + type.slice(1).toLowerCase();
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
