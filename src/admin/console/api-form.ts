import { tokenLifetimes } from "../../flows/operator/api-problem.ts";
import {
  jwtLifetimeSeconds,
  type OpenTo,
  openings,
  type TokenFormat,
  tokenFormats,
} from "../../protocol/api/api.ts";
import { signingAlgorithms } from "../../protocol/jwk.ts";
import type { FormPart } from "./form-field.ts";
import type { Visit } from "./visit.ts";

/** Which applications may ask for tokens of an API, in words. */
export const openingWords: Readonly<Record<OpenTo, string>> = {
  any: "every application",
  "third-party": "every application that an operator registered",
  listed: "applications that are registered for it",
};

/** The same for a list. */
export const openingBriefly: Readonly<Record<OpenTo, string>> = {
  any: "any application",
  "third-party": "operators’ applications",
  listed: "listed applications",
};

const openingHints: Readonly<Record<OpenTo, string>> = {
  listed: "The registration of an application lists the APIs it may ask for.",
  "third-party": "No application has to be registered for it.",
  any: "Including those that registered themselves.",
};

const formatLabels: Readonly<Record<TokenFormat, readonly [label: string, hint: string]>> = {
  opaque: ["Opaque", "The API asks this service about each token, so a revoked token stops working at once."],
  jwt: ["JWT", "The API verifies each token by itself, so a token works until it expires."],
};

/** The fields that a new API and an existing one share. */
export function apiFields({ web }: Visit) {
  const usual = web.ports.settings.accessTokenLifetime;
  const { least, most } = tokenLifetimes;
  return [
    {
      member: "name",
      label: "Name",
      hint: "The text that people read on the consent page.",
      isRequired: true,
      maxLength: 100,
    },
    {
      member: "open_to",
      label: "Which applications may ask for tokens?",
      as: "choice",
      options: openings.toReversed().map((value) => ({
        value,
        label: capitalized(openingWords[value]),
        hint: openingHints[value],
      })),
    },
    {
      member: "token_format",
      label: "Token format",
      as: "choice",
      options: tokenFormats.map((value) => {
        const [label, hint] = formatLabels[value];
        return { value, label, hint };
      }),
    },
    {
      within: "of-jwts",
      fields: [
        {
          member: "signing_alg",
          label: "JWTs are signed with",
          as: "select",
          options: signingAlgorithms.map((value) => ({ value, label: value })),
        },
      ],
    },
    {
      member: "token_lifetime_seconds",
      label: "Token lifetime in seconds",
      hint: `${least} to ${most}. If empty, ${usual} for opaque tokens and ${jwtLifetimeSeconds} for JWTs.`,
      as: "number",
      maxLength: 6,
    },
    {
      member: "may_exchange_for",
      label: "APIs that its server may call",
      hint: "Their resource indicators, one per line. The server can exchange a token it received for a token for such an API.",
      as: "list",
      rows: 2,
    },
  ] as const satisfies readonly FormPart[];
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
