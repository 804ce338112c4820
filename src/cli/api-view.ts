import type { Mentions } from "../flows/operator/api.ts";
import { type Api, jwtLifetimeSeconds, tokenLifetimeOf } from "../protocol/api/api.ts";
import { isSameResource } from "../protocol/api/resource.ts";
import {
  protectedResourceMetadata,
  resourceChallenges,
  resourceMetadataUri,
} from "../protocol/api/resource-metadata.ts";
import type { Issuer } from "../values/issuer.ts";
import type { Seconds } from "../values/time.ts";
import { shortTime } from "../values/words.ts";
import { labelled } from "./layout.ts";

/** JWTs that live longer than this deserve a warning: an API that verifies them by itself hears of no revocation. */
const longJwtSeconds = 900;

/** An API for people; `usual` is the life of opaque tokens. */
export function apiDetails(api: Api, usual: Seconds): [string, string][] {
  return [
    ["Resource", api.resource],
    ["Name", api.name],
    ["Tokens", tokenText(api, usual)],
    ["Open to", openingText[api.openTo]],
    ...labelled(
      "Scopes",
      api.scopes.flatMap(({ name, sentence, translations }) => [
        `${name}: ${sentence}`,
        ...Object.entries(translations).map(([language, text]) => `  ${language}: ${text}`),
      ]),
    ),
    ...labelled("May exchange for", api.mayExchangeFor),
    ["Created", shortTime(api.createdAt)],
    ["Changed", shortTime(api.updatedAt)],
  ];
}

/** What names the API, for people. */
export function mentionDetails({ resource }: Api, { clients, apis }: Mentions): [string, string][] {
  const texts = clients.map(({ id, name, metadata }) => {
    const isItself = isSameResource(metadata.audience ?? "", resource);
    return `${name} (${id})${isItself ? ", which is the API itself" : ""}`;
  });
  return [
    ...labelled("Clients", texts),
    ...labelled(
      "Exchanged from",
      apis.map(({ name, resource: other }) => `${name} (${other})`),
    ),
  ];
}

const openingText: Readonly<Record<Api["openTo"], string>> = {
  any: "every client, also those that register themselves",
  "third-party": "every client that the operator registered",
  listed: "clients that name it (client update ID --resource)",
};

function tokenText(api: Api, usual: Seconds): string {
  const seconds = `${tokenLifetimeOf(api, usual)} seconds`;
  return api.tokenFormat === "jwt"
    ? `JWTs signed with ${api.signingAlgorithm}, ${seconds}`
    : `opaque, ${seconds}`;
}

/** What an operator should know about the tokens of an API, beside what they asked for. */
export function tokenNotes(api: Api): readonly string[] {
  if (api.tokenFormat === "opaque") return [];
  const seconds = api.tokenLifetime ?? jwtLifetimeSeconds;
  const until = `A JWT works for its ${seconds} seconds, also where the person withdrew or was disabled meanwhile. Introspection tells at once.`;
  if (seconds <= longJwtSeconds) return [until];
  return [
    `Warning: an API that verifies JWTs by itself hears of no revocation, and these live longer than ${longJwtSeconds} seconds.`,
    until,
  ];
}

/** The same for people: the document, its place, and the headers of refusals. */
export function metadataLines(api: Api, issuer: Issuer): readonly string[] {
  const uri = resourceMetadataUri(api.resource);
  const challenges = resourceChallenges(api);
  const header = (value: string) => `  WWW-Authenticate: ${value}`;
  const scopes = Object.entries(challenges.insufficientScope);
  return [
    ...(uri === undefined ? [] : [`GET ${uri} (Content-Type: application/json):`]),
    ...JSON.stringify(protectedResourceMetadata(api, issuer), undefined, 2).split("\n"),
    "",
    "401, a call without a token:",
    header(challenges.missingToken),
    "401, a token that does not work any more:",
    header(challenges.invalidToken),
    ...scopes.flatMap(([scope, value]) => [`403, a token without ${scope}:`, header(value)]),
    "401, a person who proved too little, or too long ago:",
    header(challenges.insufficientAuthentication),
  ];
}
