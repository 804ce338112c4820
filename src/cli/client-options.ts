import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { MetadataChanges } from "../flows/operator/client-metadata.ts";
import { errorCodeOf, readTextFile } from "../ops/config-layers.ts";
import type { SigningAlgorithm } from "../protocol/jwk.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Invocation } from "./invocation.ts";
import { exitCodes, type Problem } from "./outcome.ts";

/** What a client registers for beyond the interface, as commander hands it over; false is `--no-…`. */
export interface MetadataOptions {
  readonly openid?: boolean;
  readonly idTokenAlg?: SigningAlgorithm | false;
  readonly leanIdToken?: boolean;
  readonly subjectType?: "public" | "pairwise" | false;
  readonly sector?: string | false;
  readonly userinfoAlg?: SigningAlgorithm | false;
  readonly refresh?: boolean;
  readonly rotation?: boolean;
  readonly thirdParty?: boolean;
  readonly postLogoutRedirectUri?: readonly string[] | false;
  readonly backchannelLogoutUri?: string | false;
  readonly mayEndSessions?: boolean;
  readonly publicKeys?: string | false;
  readonly publicKeysUri?: string | false;
  readonly logoUri?: string | false;
  readonly policyUri?: string | false;
  readonly tosUri?: string | false;
  readonly dpop?: boolean;
  readonly par?: boolean;
  readonly resource?: readonly string[] | false;
  readonly audience?: string | false;
  readonly onlyGroup?: readonly string[] | false;
}

const strongerProof = "Stronger proof:";
const algorithms: readonly SigningAlgorithm[] = ["RS256", "ES256", "EdDSA"];

/** Adds the options, in groups. With `mayTakeAway` each has a `--no-` form, which the help tells once for all. */
export function addMetadataOptions(
  command: Command,
  { mayTakeAway }: { readonly mayTakeAway: boolean },
): Command {
  for (const [heading, options] of optionGroups())
    for (const option of options) {
      command.addOption(option.helpGroup(heading));
      if (mayTakeAway) command.addOption(new Option(`--no-${option.name()}`, "take it away").hideHelp());
    }
  // With both forms it is undefined where neither is named; alone, the second would make it true.
  command.addOption(new Option("--rotation", "replace the refresh token each time").hideHelp());
  command.addOption(
    new Option("--no-rotation", "keeps its refresh token; needs keys and DPoP").helpGroup(strongerProof),
  );
  if (mayTakeAway)
    command.addHelpText(
      "after",
      "\nA list that is named replaces the one there is. With no- in front an option takes away, as in --no-openid.",
    );
  return command;
}

function optionGroups(): readonly (readonly [heading: string, options: readonly Option[]])[] {
  const alg = (flags: string, what: string) => new Option(flags, what).choices(algorithms);
  const each = (flags: string, what: string) =>
    new Option(flags, `${what}; may be repeated`).argParser(collect);
  return [
    [
      "OpenID Connect:",
      [
        new Option("--openid", "gets an ID token for scope=openid, and iss in answers"),
        alg("--id-token-alg <alg>", "signs ID tokens; RS256 unless named"),
        new Option("--lean-id-token", "leaves names and addresses to userinfo"),
        alg("--userinfo-alg <alg>", "signs what userinfo answers"),
        new Option(
          "--subject-type <type>",
          "sub is the account id, or one of its own; public unless named",
        ).choices(["public", "pairwise"]),
        new Option("--sector <host>", "pairwise: shares subjects with the clients of this host"),
        each("--post-logout-redirect-uri <uri>", "where people go after signing out"),
        new Option("--backchannel-logout-uri <uri>", "is told when somebody signs out"),
        new Option("--may-end-sessions", "its server may sign people out without their browser"),
      ],
    ],
    [
      "Tokens and consent:",
      [
        new Option("--refresh", "gets refresh tokens"),
        new Option("--third-party", "somebody else's: people are asked first"),
        new Option("--logo-uri <uri>", "its logo, fetched once and shown where people sign in and agree"),
        new Option("--policy-uri <uri>", "its privacy policy, linked where people sign in and agree"),
        new Option("--tos-uri <uri>", "its terms, likewise"),
        each("--only-group <group>", "only people of this group may enter"),
        each("--resource <uri>", "an API that it may ask tokens for"),
        new Option("--audience <uri>", "the API that it is itself: may introspect its tokens"),
      ],
    ],
    [
      strongerProof,
      [
        new Option("--public-keys <file>", "signs with these keys (JWK set), has no secret"),
        new Option("--public-keys-uri <uri>", "the same, with keys that it publishes there"),
        new Option("--dpop", "every token is bound to a key"),
        new Option("--par", "requests are pushed first"),
      ],
    ],
  ];
}

/** Gathers an option that may be repeated. */
export function collect(value: string, before: readonly string[] | false | undefined): readonly string[] {
  return [...(before || []), value];
}

/** What the options ask for; undefined where they ask for nothing. Reads the file of public keys. */
export function metadataChanges(
  { cwd }: Invocation,
  options: MetadataOptions,
): Result<MetadataChanges | undefined, Problem> {
  const { openid, idTokenAlg, leanIdToken, userinfoAlg, refresh, rotation, thirdParty, dpop, par } = options;
  const { subjectType, sector, postLogoutRedirectUri, backchannelLogoutUri, mayEndSessions } = options;
  const { publicKeys, publicKeysUri, resource, audience, onlyGroup } = options;
  const { logoUri, policyUri, tosUri } = options;
  if (typeof publicKeys === "string" && typeof publicKeysUri === "string")
    return refuse({
      exitCode: exitCodes.usage,
      cause: "--public-keys and --public-keys-uri exclude each other.",
    });
  const keySet = typeof publicKeys === "string" ? readKeyFile(resolve(cwd, publicKeys)) : undefined;
  if (keySet?.ok === false) return keySet;
  const changes: MetadataChanges = {
    ...(openid !== undefined && { isOpenid: openid }),
    ...(idTokenAlg !== undefined && { idTokenAlgorithm: idTokenAlg || "RS256" }),
    ...(leanIdToken !== undefined && { hasLeanIdToken: leanIdToken }),
    ...(subjectType !== undefined && { isPairwise: subjectType === "pairwise" }),
    ...(sector !== undefined && { sector: orNone(sector) }),
    ...(userinfoAlg !== undefined && { userinfoAlgorithm: userinfoAlg || null }),
    ...(refresh !== undefined && { mayRefresh: refresh }),
    ...(rotation !== undefined && { keepsRefreshToken: !rotation }),
    ...(thirdParty !== undefined && { isThirdParty: thirdParty }),
    ...(postLogoutRedirectUri !== undefined && { postLogoutRedirectUris: postLogoutRedirectUri || [] }),
    ...(backchannelLogoutUri !== undefined && { backchannelLogoutUri: orNone(backchannelLogoutUri) }),
    ...(mayEndSessions !== undefined && { mayEndSessions }),
    ...(publicKeys !== undefined && { keySet: keySet?.value ?? null }),
    ...(publicKeysUri !== undefined && { publicKeysUri: orNone(publicKeysUri) }),
    ...(logoUri !== undefined && { logoUri: orNone(logoUri) }),
    ...(policyUri !== undefined && { policyUri: orNone(policyUri) }),
    ...(tosUri !== undefined && { tosUri: orNone(tosUri) }),
    ...(dpop !== undefined && { requiresDpop: dpop }),
    ...(par !== undefined && { requiresPushedRequest: par }),
    ...(resource !== undefined && { resources: resource || [] }),
    ...(audience !== undefined && { audience: orNone(audience) }),
    ...(onlyGroup !== undefined && {
      onlyGroups: (onlyGroup || []).map((name) => name.normalize("NFC")),
    }),
  };
  return ok(Object.keys(changes).length === 0 ? undefined : changes);
}

// An empty text is no way to take something away: it is refused like any other that cannot be used.
function orNone(value: string | false): string | null {
  return value === false ? null : value;
}

function readKeyFile(file: string): Result<string, Problem> {
  try {
    const text = readTextFile(file);
    if (text !== undefined) return ok(text);
    return refuse({ exitCode: exitCodes.notFound, cause: `There is no file ${file}.` });
  } catch (error) {
    return refuse({ exitCode: exitCodes.refused, cause: `${file} cannot be read (${errorCodeOf(error)}).` });
  }
}
