import type { ApiChanges } from "../../flows/operator/api.ts";
import { type ApiProblem, apiProblems, tokenLifetimes } from "../../flows/operator/api-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import {
  type Api,
  jwtLifetimeSeconds,
  type OpenTo,
  openings,
  type TokenFormat,
  tokenFormats,
} from "../../protocol/api/api.ts";
import { type SigningAlgorithm, signingAlgorithms } from "../../protocol/jwk.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { linesOf } from "./form-field.ts";
import { choiceField, type FormState, linesField, selectField, textField, type Values } from "./forms.ts";
import type { Visit } from "./visit.ts";

/** Which applications may ask for tokens of an API, in words. */
export const openingWords: Readonly<Record<OpenTo, string>> = {
  any: "every application",
  "third-party": "every application that an operator registered",
  listed: "applications that are registered for it",
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

/** The initial values of the form for a new API. */
export const newApiValues: Values = { open_to: "listed", token_format: "opaque", signing_alg: "ES256" };

/** An API as the form shows it. */
export function valuesOfApi(api: Api): Values {
  return {
    name: api.name,
    open_to: api.openTo,
    token_format: api.tokenFormat,
    signing_alg: api.signingAlgorithm,
    lifetime: api.tokenLifetime === undefined ? "" : String(api.tokenLifetime),
    may_exchange_for: api.mayExchangeFor.join("\n"),
    updated_at: String(api.updatedAt),
  };
}

/** The fields that a new API and an existing one share. */
export function apiFields({ web }: Visit, state: FormState): SafeHtml {
  const usual = web.ports.settings.accessTokenLifetime;
  const { least, most } = tokenLifetimes;
  return html`
    ${textField({ name: "name", label: "Name", hint: "The text that people read on the consent page.", isRequired: true, maxLength: 100 }, state)}
    ${choiceField(
      {
        name: "open_to",
        label: "Which applications may ask for tokens?",
        options: openings.toReversed().map((value) => ({
          value,
          label: capitalized(openingWords[value]),
          hint: openingHints[value],
        })),
      },
      state,
    )}
    ${choiceField(
      {
        name: "token_format",
        label: "Token format",
        options: tokenFormats.map((value) => {
          const [label, hint] = formatLabels[value];
          return { value, label, hint };
        }),
      },
      state,
    )}
    <div class="of-jwts">${selectField(
      {
        name: "signing_alg",
        label: "JWTs are signed with",
        options: signingAlgorithms.map((value) => ({ value, label: value })),
      },
      state,
    )}</div>
    ${textField(
      {
        name: "lifetime",
        label: "Token lifetime in seconds",
        hint: `${least} to ${most}. If empty, ${usual} for opaque tokens and ${jwtLifetimeSeconds} for JWTs.`,
        maxLength: 6,
      },
      state,
    )}
    ${linesField(
      {
        name: "may_exchange_for",
        label: "APIs that its server may call",
        hint: "Their resource indicators, one per line. The server can exchange a token it received for a token for such an API.",
        rows: 2,
      },
      state,
    )}`;
}

/** The values in the form that differ from those that it was shown with. */
export function apiChangesIn(form: Parameters, before: Values): ApiChanges {
  const changed = (name: string) => {
    const text = (form.get(name) ?? "").trim();
    return text === before[name] ? undefined : text;
  };
  const lifetime = changed("lifetime");
  const exchanges = linesOf(form.get("may_exchange_for"));
  return {
    name: changed("name"),
    openTo: oneOf<OpenTo>(openings, changed("open_to")),
    tokenFormat: oneOf<TokenFormat>(tokenFormats, changed("token_format")),
    signingAlgorithm: oneOf<SigningAlgorithm>(signingAlgorithms, changed("signing_alg")),
    tokenLifetime: lifetime === "" ? null : lifetime,
    mayExchangeFor: exchanges.join("\n") === (before.may_exchange_for ?? "") ? undefined : exchanges,
  };
}

function oneOf<Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined {
  return words.find((word) => word === text);
}

const fieldsOfProblems: Readonly<Partial<Record<ApiProblem["kind"], string>>> = {
  "resource-unusable": "resource",
  "resource-with-credentials": "resource",
  "scheme-missing": "resource",
  "resource-misspelled": "resource",
  exists: "resource",
  "name-unusable": "name",
  "scope-unusable": "scope",
  "scope-reserved": "scope",
  "scope-twice": "scope",
  "scopes-too-many": "scope",
  "sentence-unusable": "sentence",
  "lifetime-unusable": "lifetime",
  "exchange-unknown": "may_exchange_for",
  "exchange-itself": "may_exchange_for",
};

/** Puts the sentence of a problem at the field that it is about. */
export function problemsOfApi(problem: ApiProblem): Values {
  const field = fieldsOfProblems[problem.kind];
  if (field === undefined) return {};
  const translated = problem.kind === "sentence-unusable" ? problem.language : undefined;
  const name = translated === undefined ? field : sentenceFieldOf(translated);
  return { [name]: explain(apiProblems, problem).say };
}

/** The name of the field with the sentence of a scope in another language. */
export function sentenceFieldOf(language: string): string {
  return `sentence_${language}`;
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
