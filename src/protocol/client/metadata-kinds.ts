import { isJsonObject, isTextList } from "../../values/json-object.ts";
import { ok, refuse } from "../../values/result.ts";
import type { PublicJwk } from "../jwk.ts";
import {
  type ClaimRule,
  claimRulesBytesMax,
  claimRulesMax,
  describeClaimRule,
  isClaimRule,
  readClaimRule,
} from "./claim-rule.ts";
import { describeKeySetProblem, readKeySet } from "./key-set.ts";
import type { Field, Traits } from "./metadata-row.ts";
import { readSector } from "./sector.ts";

const itself = (value: unknown) => value;
/** How many values a list has at most. */
export const listMax = 100;

/** True or false; false unless named. */
export function flag(traits: Traits): Field<boolean, boolean> {
  return {
    ...traits,
    standard: false,
    none: false,
    takes: "nothing",
    restore: (json) => json === true,
    read: (members, name) => members.flag(name),
    fromOption: (given) => given === true,
    check: ok,
    write: itself,
    describe: (value) => (value ? ["yes"] : []),
    words: (value) => value,
  };
}

/** A flag whose option and name in `--json` say the opposite. */
export function invertedFlag(traits: Traits): Field<boolean, boolean> {
  return {
    ...flag(traits),
    read: (members, name) => {
      const said = members.flag(name);
      return said === undefined ? undefined : !said;
    },
    fromOption: (given) => given === false,
    write: (value) => !value,
  };
}

/** A flag that is one of two words outside. */
export function wordFlag(off: string, on: string, traits: Traits): Field<boolean, boolean> {
  return {
    ...flag(traits),
    takes: "text",
    choices: [off, on],
    read: (members, name) => {
      const word = members.oneOf(name, [off, on]);
      return word === undefined ? undefined : word === on;
    },
    fromOption: (given) => given === on,
    write: (value) => (value ? on : off),
    words: (value) => (value ? [on] : []),
  };
}

/** One of a few words. */
export function choice<const Word extends string>(
  choices: readonly Word[],
  standard: NoInfer<Word>,
  traits: Traits,
): Field<Word, Word> {
  const find = (value: unknown) => choices.find((word) => word === value);
  return {
    ...traits,
    standard,
    none: standard,
    takes: "text",
    choices,
    restore: find,
    read: (members, name) => members.oneOf(name, choices),
    fromOption: (given) => find(given) ?? standard,
    check: ok,
    write: itself,
    describe: (value) => [value],
    words: (value) => (value === standard ? [] : [value]),
  };
}

/** An optional text, checked by a rule that says why a text is refused. */
export function text(
  traits: Traits,
  whyUnusable: (text: string) => string | undefined = () => undefined,
): Field<string | undefined, string | null> {
  return {
    ...traits,
    standard: undefined,
    none: null,
    takes: "text",
    restore: (json) => (typeof json === "string" ? json : undefined),
    read: (members, name) => members.text(name),
    // An empty text does not remove the property: it is refused like any other unusable one.
    fromOption: (given) => (typeof given === "string" ? given : null),
    check: (said) => {
      if (said === null) return ok(undefined);
      const why = whyUnusable(said);
      return why === undefined ? ok(said) : refuse({ kind: "unusable", value: said, why });
    },
    write: itself,
    describe: (value) => (value === undefined ? [] : [`${traits.phrase ?? ""} ${value}`.trim()]),
    words: (value) => (value === undefined ? [] : [value]),
  };
}

/** One of a few words, or none. */
export function optionalChoice<const Word extends string>(
  choices: readonly Word[],
  traits: Traits,
): Field<Word | undefined, Word | null> {
  const find = (value: unknown) => choices.find((word) => word === value);
  return {
    ...text(traits),
    standard: undefined,
    none: null,
    choices,
    restore: find,
    read: (members, name) => members.oneOf(name, choices),
    fromOption: (given) => find(given) ?? null,
    check: (said) => ok(said ?? undefined),
  };
}

/** A host, in lower case. */
export function host(traits: Traits): Field<string | undefined, string | null> {
  return {
    ...text(traits),
    check: (said) => {
      if (said === null) return ok(undefined);
      const value = readSector(said);
      return value === undefined ? refuse({ kind: "unusable", value: said, why: noHost }) : ok(value);
    },
  };
}

const noHost =
  "is not a host, so it names no sector. Write one without scheme, port and path, like app.example.";

/** A text that is never shown; `--json` says only that it exists. */
export function hidden(traits: Traits): Field<string | undefined, string | null> {
  return { ...text(traits), write: () => true };
}

/** An address that this service calls or links to. */
export function address(
  traits: Traits,
  whyUnusable: (uri: string) => string | undefined,
): Field<string | undefined, string | null> {
  return { ...text(traits, whyUnusable), isAddress: true };
}

/** A list of texts, each once. */
export function list(
  traits: Traits,
  whyUnusable: (text: string, client: { readonly isPublic: boolean }) => string | undefined,
): Field<readonly string[], readonly string[]> {
  return {
    ...traits,
    standard: [],
    none: [],
    takes: "texts",
    restore: (json) => (isTextList(json) ? json : undefined),
    read: (members, name) => members.texts(name),
    fromOption: (given) => (typeof given === "object" ? given : []),
    check: (said, client) => {
      if (said.length > listMax) return refuse({ kind: "too-many" });
      for (const value of said) {
        const why = whyUnusable(value, client);
        if (why !== undefined) return refuse({ kind: "unusable", value, why });
      }
      return ok([...new Set(said)]);
    },
    write: itself,
    describe: (value) => value,
    words: (value) => value,
  };
}

/** A list of names as people type them. The caller checks that the names exist. */
export function names(traits: Traits): Field<readonly string[], readonly string[]> {
  const field = list(traits, () => undefined);
  return { ...field, fromOption: (given) => field.fromOption(given).map((name) => name.normalize("NFC")) };
}

/** The rules of a client's claims. A change names each as its JSON text. */
export function claimTable(traits: Traits): Field<readonly ClaimRule[], readonly string[]> {
  const unusable = (why: string, value?: string) =>
    refuse({ kind: "unusable" as const, why, ...(value !== undefined && { value }) });
  return {
    ...list(traits, () => undefined),
    standard: [],
    takes: "rules",
    restore: (json) => (Array.isArray(json) && json.every(isClaimRule) ? json : undefined),
    // An operator alone says what a client learns besides its scopes.
    read: () => undefined,
    check: (said) => {
      if (said.length > claimRulesMax)
        return unusable(`A client has at most ${claimRulesMax} rules for claims.`);
      const rules: ClaimRule[] = [];
      for (const text of said) {
        const read = readClaimRule(text);
        if (!read.ok) return unusable(`${read.reason}.`, text);
        rules.push(read.value);
      }
      const bytes = Buffer.byteLength(JSON.stringify(rules));
      return bytes <= claimRulesBytesMax
        ? ok(rules)
        : unusable(
            `The rules have ${bytes} bytes as JSON, and at most ${claimRulesBytesMax} fit. Shorten the maps.`,
          );
    },
    write: itself,
    describe: (rules) => rules.map(describeClaimRule),
    words: (rules) => rules.map((rule) => JSON.stringify(rule)),
  };
}

/** Public keys; a change names them as the JSON text of a JWK set. */
export function keySet(traits: Traits): Field<readonly PublicJwk[], string | null> {
  return {
    ...traits,
    standard: [],
    none: null,
    takes: "file",
    restore: (json) => (Array.isArray(json) && json.every(isStoredKey) ? json : undefined),
    read: (members, name) => {
      const set = members.object(name);
      return set && JSON.stringify(set);
    },
    fromOption: (given) => (typeof given === "string" ? given : null),
    check: (said) => {
      const read = said === null ? ok([]) : readKeySet(said);
      return read.ok ? read : refuse({ kind: "unusable", why: describeKeySetProblem(read.reason) });
    },
    write: (keys) => ({ keys }),
    describe: (keys) => keys.map(keyText),
    words: (keys) => (keys.length === 0 ? [] : ["keys.json"]),
  };
}

function isStoredKey(json: unknown): json is PublicJwk {
  if (!isJsonObject(json) || typeof json.kty !== "string") return false;
  return [json.kid, json.alg, json.use].every((member) => ["undefined", "string"].includes(typeof member));
}

function keyText({ kty, crv, kid, alg }: PublicJwk): string {
  const kind = typeof crv === "string" ? `${kty} ${crv}` : kty;
  return [
    kind,
    ...(alg === undefined ? [] : [`for ${alg}`]),
    ...(kid === undefined ? [] : [`kid ${kid}`]),
  ].join(", ");
}
