import type { Account } from "../../../identity/account.ts";
import { type ClaimPlace, type ClaimRule, isClaimRule } from "../../../protocol/client/claim-rule.ts";
import type { Client } from "../../../protocol/client/client.ts";
import { claimsByRule } from "../../../protocol/openid/claims-by-rule.ts";
import {
  isAttributeName,
  personClaims,
  personClaimTable,
  readAttribute,
  readGivenClaim,
} from "../../../protocol/openid/person-claims.ts";
import { isJsonObject, isTextList } from "../../../values/json-object.ts";
import { shellWord } from "../../../values/words.ts";
import type { AnswerHere } from "./answer-here.ts";
import { type Repair, type ShadowRow, saysTheSame } from "./row.ts";

/** What a repair is found by. */
export interface Repaired {
  readonly client: Client;
  readonly account: Account;
  readonly here: AnswerHere;
  /** The ID token here if it were not lean. */
  readonly wholeIdToken: Readonly<Record<string, unknown>> | undefined;
  /** The claims there by part; undefined for a part that was not seen. */
  readonly there: Readonly<Partial<Record<ClaimPlace, Readonly<Record<string, unknown>> | undefined>>>;
}

interface Found {
  readonly because?: string | undefined;
  readonly repairs: readonly Repair[];
}

type Difference = Pick<ShadowRow, "part" | "name" | "outcome" | "there" | "here">;

/**
 * Finds the commands after which a claim says here what it says there. A rule is proposed only if `claimsByRule`, asked with it, gives the
 * old value; what has no command gets the reason alone.
 */
export function repairClaim(repaired: Repaired, row: Difference): Found {
  const { client } = repaired;
  const { name, outcome } = row;
  if (name === "sub") return subjectRepair(client, row);
  if (name === "aud") return { because: "the application has another client id here", repairs: [] };
  if (name === "acr")
    return { because: "each service has its own words for how strongly a person signed in", repairs: [] };
  if (outcome === "missing-there") return additionRepair(repaired, row);
  const { hasLeanIdToken } = client.metadata;
  if (row.part === "id_token" && hasLeanIdToken && saysTheSame(repaired.wholeIdToken?.[name], row.there))
    return {
      because: "its ID tokens are lean here",
      repairs: [updateClient(client.id, "--no-lean-id-token")],
    };
  return (
    personRepair(repaired, row) ??
    ruleRepair(repaired, row) ??
    attributeRepair(repaired, row) ?? { because: whyNone(repaired, row), repairs: [] }
  );
}

/** A change of the application. */
export function updateClient(id: string, options: string): Repair {
  return { command: `latchkey client update ${shellWord(id)} ${options}`, isPersonal: false };
}

function subjectRepair({ id, metadata }: Client, { part }: Difference): Found {
  if (metadata.isPairwise)
    return {
      because: "it has pairwise subjects here, which are made from a secret of this service",
      repairs: [updateClient(id, "--subject-type public")],
    };
  return {
    because: `the person was not imported with this subject, and an account gets none later${part === "userinfo" ? "" : ": the application takes them for somebody new"}`,
    repairs: [],
  };
}

function additionRepair({ client, there }: Repaired, { part, name }: Difference): Found {
  const id = shellWord(client.id);
  if (client.metadata.claimRules.some((rule) => rule.name === name))
    return {
      because: "a rule of the application gives it",
      repairs: [{ command: `latchkey client claim remove ${id} ${shellWord(name)}`, isPersonal: false }],
    };
  const isPerson = personClaims.some((claim) => claim === name);
  if (part === "id_token" && isPerson && there.userinfo?.[name] !== undefined)
    return {
      because: "the old provider tells it at userinfo alone",
      repairs: [updateClient(client.id, "--lean-id-token")],
    };
  return { because: isPerson ? `the scope ${scopeOf(name)} opens it here` : undefined, repairs: [] };
}

/** The value of the person differs, and the claim is one that the application gets. */
function personRepair({ account, here }: Repaired, { name, outcome, there }: Difference): Found | undefined {
  const scope = scopeOf(name);
  if (scope === undefined || !here.scope.includes(scope)) return undefined;
  const option = optionFor(name, there);
  if (option === undefined) return undefined;
  return {
    because: theirValue(outcome),
    repairs: [
      {
        command: `latchkey user update ${shellWord(account.username)} ${option}`,
        isPersonal: true,
      },
    ],
  };
}

function optionFor(name: string, there: unknown): string | undefined {
  if (name === "address" && isJsonObject(there) && typeof there.formatted === "string")
    return `--address ${shellWord(there.formatted)}`;
  if (typeof there !== "string" || there === "") return undefined;
  const option = { name: "--name", email: "--email", phone_number: "--phone" }[name];
  if (option !== undefined) return `${option} ${shellWord(there)}`;
  return readGivenClaim(name, there).ok ? `--claim ${shellWord(`${name}=${there}`)}` : undefined;
}

/** Another claim or the groups of the person say what the old claim says: a rule of the application gives it that name. */
function ruleRepair({ client, account, there }: Repaired, { part, name, there: value }: Difference) {
  if (part === "tokens") return undefined;
  const places = placesOf(there, name, part);
  const rule = rulesFor(account, name, value).find(
    (candidate) =>
      isClaimRule(candidate) && saysTheSame(claimsByRule([candidate], account, "id_token")?.[name], value),
  );
  if (rule === undefined) return undefined;
  return {
    because: "the person has it here under another name, or without being told to the application",
    repairs: commandsFor(client, rule, places).map((command) => ({ command, isPersonal: false })),
  };
}

/** The rules that could give this value. Values of true and false are not looked for: too many claims have them. */
function rulesFor(account: Account, name: string, value: unknown): readonly ClaimRule[] {
  if (isTextList(value)) return [{ name, from: "groups" }, ...mappedGroups(account, name, value)];
  if (typeof value !== "string") return [];
  const names = [...personClaims, ...Object.keys(account.claims ?? {})];
  const same = [...new Set([name, ...names])].map((claim) => ({ name, from: `claim:${claim}` }));
  const [group, ...others] = mapOf(account, [value]);
  return group === undefined || others.length > 0
    ? same
    : [...same, { name, from: "groups", map: Object.fromEntries([group]), single: true }];
}

function mappedGroups(account: Account, name: string, values: readonly string[]): readonly ClaimRule[] {
  const map = mapOf(account, values);
  return map.length === 0 ? [] : [{ name, from: "groups", map: Object.fromEntries(map) }];
}

/** Groups that are spelled otherwise there, such as `/Staff` of Keycloak for `staff`. */
function mapOf({ groups = [] }: Account, values: readonly string[]): readonly (readonly [string, string])[] {
  return groups.flatMap((group) => {
    const value = values.find((each) => plainName(each) === plainName(group));
    return value === undefined ? [] : [[group, value] as const];
  });
}

function plainName(group: string): string {
  return group
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-/, "");
}

/** The person has no such detail here, but could have. */
function attributeRepair({ client, account, there }: Repaired, { part, name, there: value }: Difference) {
  if (part === "tokens" || typeof value !== "string" || !isAttributeName(name)) return undefined;
  const rule = { name, from: `claim:${name}` };
  if (!readAttribute(name, value).ok || !isClaimRule(rule)) return undefined;
  return {
    because: "the person has no such detail here; the import can bring it for everybody",
    repairs: [
      {
        command: `latchkey user update ${shellWord(account.username)} --attribute ${shellWord(`${name}=${value}`)}`,
        isPersonal: true,
      },
      ...commandsFor(client, rule, placesOf(there, name, part)).map((command) => ({
        command,
        isPersonal: false,
      })),
    ],
  };
}

/** Where the claim stands there. Without an access token of its kind here, that place is left out by the caller. */
function placesOf(there: Repaired["there"], name: string, part: ClaimPlace): readonly ClaimPlace[] {
  if (part === "access_token") return [part];
  const isIn = (place: ClaimPlace) => there[place]?.[name] !== undefined;
  const isUnseen = there.id_token === undefined || there.userinfo === undefined;
  return isUnseen || (isIn("id_token") && isIn("userinfo")) ? [] : [part];
}

function commandsFor(client: Client, rule: ClaimRule, places: readonly ClaimPlace[]): readonly string[] {
  const id = shellWord(client.id);
  const name = shellWord(rule.name);
  const isTaken = client.metadata.claimRules.some((other) => other.name === rule.name);
  return [
    // The first rule of a name that gives a value counts.
    ...(isTaken ? [`latchkey client claim remove ${id} ${name}`] : []),
    [
      `latchkey client claim add ${id} ${name} --from ${shellWord(rule.from ?? "")}`,
      ...Object.entries(rule.map ?? {}).map(([group, word]) => `--map ${shellWord(`${group}=${word}`)}`),
      ...(rule.single === true ? ["--single"] : []),
      ...places.map((place) => `--in ${place}`),
    ].join(" "),
  ];
}

function whyNone({ here }: Repaired, { name, outcome }: Difference): string {
  const scope = scopeOf(name);
  if (scope === undefined) return "nothing here says this of the person";
  if (!here.scope.includes(scope)) return `it is opened by the scope ${scope}, which was not granted here`;
  return theirValue(outcome);
}

function theirValue(outcome: Difference["outcome"]): string {
  return outcome === "differs" ? "the person has another value here" : "the person has no value here";
}

function scopeOf(name: string): string | undefined {
  return personClaimTable.find((row) => row.name === name)?.scope;
}
