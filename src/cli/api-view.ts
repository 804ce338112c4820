import type { Mentions } from "../flows/operator/api.ts";
import type { apiSchema } from "../operations/api-schema.ts";
import type { AnswerOf } from "../operations/operation.ts";
import { type Api, jwtLifetimeSeconds, tokenLifetimeOf } from "../protocol/api/api.ts";
import { isSameResource } from "../protocol/api/resource.ts";
import {
  protectedResourceMetadata,
  resourceChallenges,
  resourceMetadataUri,
} from "../protocol/api/resource-metadata.ts";
import type { Issuer } from "../values/issuer.ts";
import { type Seconds, secondsOf } from "../values/time.ts";
import { shellWord } from "../values/words.ts";
import { type Details, labelled, shortTimeOf } from "./layout.ts";
import type { Beside } from "./operation-view.ts";

type ShownApi = AnswerOf<typeof apiSchema>;

/** JWTs that live longer than this deserve a warning: an API that verifies them by itself hears of no revocation. */
const longJwtSeconds = 900;

interface Usual {
  readonly registry: { readonly settings: { readonly accessTokenLifetime: Seconds } };
}

/** An API for people. Opaque tokens live for the usual lifetime, unless the API has its own. */
export function apiDetails(api: ShownApi, { registry: { settings } }: Usual): Details {
  return [
    ["Resource", api.resource],
    ["Name", api.name],
    ["Tokens", tokenText(api, settings.accessTokenLifetime)],
    ["Open to", openingText[api.open_to]],
    ...labelled(
      "Scopes",
      api.scopes.flatMap(({ name, sentence, translations, groups }) => [
        `${name}: ${sentence}`,
        ...(groups === undefined ? [] : [`  only people of ${groups.join(", ")}`]),
        ...Object.entries(translations).map(([language, text]) => `  ${language}: ${text}`),
      ]),
    ),
    ...labelled("May exchange for", api.may_exchange_for),
    ...labelled(
      "Roles",
      Object.entries(api.roles).map(([group, role]) => `${group}: ${role}`),
    ),
    ["Created", shortTimeOf(api.created_at)],
    ["Changed", shortTimeOf(api.updated_at)],
  ];
}

/** What names the API, for people. */
export function mentionDetails(resource: string, { clients, apis }: Mentions): Details {
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

function tokenText({ token_format, token_lifetime_seconds, signing_alg }: ShownApi, usual: Seconds): string {
  const own = token_lifetime_seconds === null ? {} : { tokenLifetime: secondsOf(token_lifetime_seconds) };
  const seconds = `${tokenLifetimeOf({ tokenFormat: token_format, ...own }, usual)} seconds`;
  return token_format === "jwt" ? `JWTs signed with ${signing_alg}, ${seconds}` : `opaque, ${seconds}`;
}

/** What the server of a new API and its clients need next. */
export function nextSteps(api: ShownApi, { latchkey, registry }: Beside): readonly string[] {
  const { issuer } = registry.settings;
  const resource = shellWord(api.resource);
  const asks = `${latchkey} client update CLIENT_ID --resource ${resource}`;
  return [
    api.open_to === "listed"
      ? `Let an application ask for it: ${asks}`
      : `For an application that uses only the interface so far: ${asks}`,
    api.token_format === "jwt"
      ? `Its server reads the tokens with the keys at ${issuer}/.well-known/jwks.json`
      : `Its server asks ${issuer}/v1/Oauth/introspection about tokens, as a client: ${latchkey} client update CLIENT_ID --audience ${resource}`,
    `What it publishes and answers: ${latchkey} api show ${resource} --metadata`,
    ...tokenNotes(api),
    `Undo: ${latchkey} api delete ${resource}`,
  ];
}

/** What an operator should know about the tokens of an API, beside what they asked for. */
export function tokenNotes({ token_format, token_lifetime_seconds }: ShownApi): readonly string[] {
  if (token_format === "opaque") return [];
  const seconds = token_lifetime_seconds ?? jwtLifetimeSeconds;
  const until = `A JWT works for its ${seconds} seconds, even if the person withdraws or is disabled meanwhile. Introspection tells at once.`;
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
