import { type Command, InvalidArgumentError, Option } from "commander";
import type { ApiChanges } from "../flows/operator/api.ts";
import type { WantedScope, WantedTranslation } from "../flows/operator/read-api.ts";
import { type OpenTo, openings, type TokenFormat, tokenFormats } from "../protocol/api/api.ts";
import { type SigningAlgorithm, signingAlgorithms } from "../protocol/jwk.ts";
import { collect } from "./client-options.ts";

/** The options that create and change an API, as commander hands them over. */
export interface ChangeOptions {
  readonly token?: TokenFormat;
  readonly lifetime?: string | false;
  readonly sign?: SigningAlgorithm;
  readonly openTo?: OpenTo;
  readonly mayExchangeFor?: readonly string[] | false;
}

/** Adds the options that create and change an API. */
export function addChangeOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--token <format>",
        "opaque: can be revoked at once; jwt: the API reads it by itself",
      ).choices(tokenFormats),
    )
    .option("--lifetime <seconds>", "how long a token lives")
    .addOption(
      new Option("--sign <alg>", "the algorithm that signs JWTs; ES256 unless named").choices(
        signingAlgorithms,
      ),
    )
    .addOption(
      new Option("--open-to <whom>", "which clients may ask for tokens; listed unless named").choices(
        openings,
      ),
    )
    .option(
      "--may-exchange-for <resource>",
      "its server may get tokens of that API for its own; may be repeated",
      collect,
    );
}

/** What the options ask for. */
export function changesOf({ token, lifetime, sign, openTo, mayExchangeFor }: ChangeOptions): ApiChanges {
  return {
    tokenFormat: token,
    tokenLifetime: lifetime === false ? null : lifetime,
    signingAlgorithm: sign,
    openTo,
    mayExchangeFor: mayExchangeFor === false ? [] : mayExchangeFor,
  };
}

/** `--scope name=sentence`, before its translations are known. */
export type ScopeOption = Omit<WantedScope, "translations">;

/** `--scope-text language:name=sentence`. */
export interface ScopeTextOption extends WantedTranslation {
  readonly scope: string;
}

/** Reads `name=sentence`. The name ends at the first `=`. */
export function readScopeOption(text: string): ScopeOption {
  return readWords(text, 'It is a scope and the sentence for people: orders:read="See your orders".');
}

/** Reads `language=sentence`. */
export function readTextOption(text: string): WantedTranslation {
  const { name, sentence } = readWords(
    text,
    'It is a language and the sentence: de="Ihre Bestellungen sehen".',
  );
  return { language: name, sentence };
}

/** Reads `language:name=sentence`. The language ends at the first colon. */
export function readScopeTextOption(text: string): ScopeTextOption {
  const example = 'It is a language, a scope and the sentence: de:orders:read="Ihre Bestellungen sehen".';
  const { name, sentence } = readWords(text, example);
  const colon = name.indexOf(":");
  if (colon < 1 || colon === name.length - 1) throw new InvalidArgumentError(example);
  return { language: name.slice(0, colon), scope: name.slice(colon + 1), sentence };
}

/** Gathers an option that may be repeated, read one by one. */
export function collectRead<T>(read: (text: string) => T) {
  return (text: string, before: readonly T[] | undefined): readonly T[] => [...(before ?? []), read(text)];
}

function readWords(text: string, rule: string): ScopeOption {
  const [, name = "", sentence = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === "" || sentence === "") throw new InvalidArgumentError(rule);
  return { name, sentence };
}
