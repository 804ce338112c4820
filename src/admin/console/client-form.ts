import { type ClientProblem, clientProblems } from "../../flows/operator/client-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import { memberNameOf } from "../../protocol/client/metadata-change.ts";
import { type MetadataMember, metadataFields, metadataRows } from "../../protocol/client/metadata-fields.ts";
import type { Field } from "../../protocol/client/metadata-row.ts";
import { membersOfProtected } from "../../protocol/forward-auth/protected-application.ts";
import { strengthWords } from "../../values/strength.ts";
import type { FormField, FormPart } from "./form-field.ts";
import { groupsField } from "./group-parts.ts";
import { capitalized } from "./listing.ts";
import { saidOf } from "./operation-form.ts";

/** The form's labels for properties; all others have the label of `client show`. */
const labels: Partial<Readonly<Record<MetadataMember, string>>> = {
  isOpenid: "OpenID Connect",
  idTokenAlgorithm: "Signature algorithm of ID tokens",
  hasLeanIdToken: "Lean ID tokens",
  userinfoAlgorithm: "Signature algorithm of userinfo",
  isPairwise: "Subjects",
  sector: "Sector",
  mayRefresh: "Refresh tokens",
  mayUseDeviceGrant: "Devices without a browser",
  postLogoutRedirectUris: "Where people go after signing out",
  backchannelLogoutUri: "Back-channel logout",
  mayEndSessions: "May end sessions",
  isThirdParty: "Belongs to a third party",
  brandName: "Name of the service on its sign-in pages",
  brandAccent: "Colour of its sign-in pages",
  publicKeys: "Public keys",
  requiresDpop: "DPoP",
  requiresPushedRequest: "Pushed requests",
  keepsRefreshToken: "Keeps its refresh token",
  onlyGroups: "Who can sign in: only these groups",
  resources: "APIs it may ask for",
  audience: "The API that it serves",
  isLogoutGuarded: "Back-channel logout only to public addresses",
  wantsIssuer: "Issuer in its answers",
  secretMethod: "How it sends its secret",
  registrationTokenDigest: "Registered itself",
  documentSince: "Described by its document",
};

/** The form's sentences about properties; all others have the help of the command line, which has room for a few words. */
const hints: Partial<Readonly<Record<MetadataMember, string>>> = {
  isOpenid: "It gets an ID token, which says who signed in, if it asks for the scope openid.",
  idTokenAlgorithm: "RS256 is what every library knows.",
  hasLeanIdToken: "Names and addresses are left out of ID tokens; the application asks userinfo for them.",
  userinfoAlgorithm: "Without one, userinfo answers with plain JSON.",
  isPairwise:
    "Public: the same ID of a person for every application. Pairwise: one that no other application knows.",
  sector: "For pairwise subjects: applications with the same host here know a person by the same ID.",
  postLogoutRedirectUris: "Addresses at which people may arrive after signing out, one per line.",
  backchannelLogoutUri: "The address that is told when somebody signs out.",
  mayEndSessions: "Its server may sign people out without their browser.",
  mayRefresh: "It keeps access without asking the person again.",
  clientUri:
    "People who may enter find it on their home page, with name and logo. Without one it is not listed there.",
  initiateLoginUri:
    "Where the application starts a sign-in when it is asked to. The home page then leads there instead of the start page.",
  mayUseDeviceGrant: "People type a code that the device shows into a browser.",
  isThirdParty: "People are asked for consent before it learns anything about them.",
  brandName: "It stands on the sign-in pages of this application in place of the service’s name.",
  brandAccent: "A colour such as #7a1f5c. One that is hard to read is refused.",
  resources: "The resource indicators of the APIs, one per line.",
  audience:
    "The resource indicator of the API, if this application is its server. It may introspect and exchange the API’s tokens.",
  requiresDpop: "Every token is bound to a key of the application, so a stolen one is useless (RFC 9449).",
  requiresPushedRequest: "It sends each request to the service first, outside the browser (RFC 9126).",
  keepsRefreshToken: "Its refresh token is not replaced with each use. It needs its own keys and DPoP.",
};

/** Values of properties in words, for properties whose value is a word of the protocol. */
const valueWords: Partial<Readonly<Record<MetadataMember, (value: never) => readonly string[]>>> = {
  isPairwise: () => ["its own for each person (pairwise)"],
  requiredStrength: (value: keyof typeof strengthWords) => [strengthWords[value]],
  secretMethod: (value: string) => [
    value === "client_secret_basic" ? "in a header (HTTP Basic)" : "in the form of the request",
  ],
  registrationTokenDigest: () => ["yes"],
  documentSince: () => ["yes"],
};

/** The value of a property in words, one line for each part. */
export function describeProperty(member: MetadataMember, value: unknown): readonly string[] {
  return valueWords[member]?.(value as never) ?? metadataFields[member].describe(value as never);
}

/** A sentence for the command line, without its commands, and with its options replaced by the labels of the form. */
function inLabels(sentence: string): string {
  return sentence.replaceAll(/: latchkey [^.]+/g, "").replaceAll(/--[a-z][a-z-]*/g, (flag) => {
    const row = metadataRows.find(([, { option }]) =>
      [option?.flags.split(" ")[0], option?.alias].includes(flag),
    );
    return row === undefined ? (otherLabels[flag] ?? flag) : `“${labelOf(row[0])}”`;
  });
}

const otherLabels: Readonly<Record<string, string>> = { "--redirect-uri": "“Redirect URIs”" };

/** The form's sentences for a client that was refused. */
export const clientSaid = saidOf<ClientProblem>({
  "redirect-uri-missing": {
    say: "Enter at least one redirect URI: the address to which people are sent back.",
  },
  "metadata-unusable": (reason) => ({ say: inLabels(explain(clientProblems, reason).say) }),
  "protected-unusable": (reason) => ({ say: inLabels(explain(clientProblems, reason).say) }),
  "machine-unusable": (reason) => ({ say: inLabels(explain(clientProblems, reason).say) }),
});

/**
 * Properties without a field: whether a client is a machine is fixed, public keys come in a file, and claims by rule have a page of their
 * own.
 */
const elsewhere: ReadonlySet<string> = new Set(["isMachine", "publicKeys", "claimRules"]);

/** What only an application behind its proxy has; whether it is one is fixed when it is registered. */
const onlyProtected: ReadonlySet<string> = new Set([
  "protectedOrigins",
  "pathRules",
  "hasAssertion",
  "hasAppPasswords",
]);

type Row = readonly [MetadataMember, Field];

const rows: readonly Row[] = metadataRows.filter(
  ([member, field]) => field.option !== null && !elsewhere.has(member),
);

/** A field for each property that a client of this kind can have, in the groups of the command line's help. */
export function propertyFields(
  kind: { readonly isPublic: boolean; readonly isMachine: boolean; readonly isProtected: boolean },
  /** The groups that the operator may see. */
  offered: readonly string[] = [],
): readonly FormPart<never>[] {
  const { isPublic, isMachine, isProtected } = kind;
  const own = rows.filter(([member, field]) => {
    if (isProtected) return membersOfProtected.has(member);
    if (onlyProtected.has(member)) return false;
    const isOfMachines = field.option?.heading === "Machines:";
    return (
      isOfMachines === isMachine || (!isOfMachines && !(isPublic && field.confidentialOnly !== undefined))
    );
  });
  const groups = Map.groupBy(own, ([, field]) => field.option?.heading ?? "");
  return [...groups].map(([heading, members]) => ({
    more: heading.replace(/:$/, ""),
    opensBy: ["openid"],
    fields: members.map((row) => fieldFor(row, offered)),
  }));
}

function fieldFor([name, field]: Row, offered: readonly string[]): FormField<never> {
  const { takes, choices, none, standard } = field;
  const help = field.option?.help.replace(/; also --.*$/, "") ?? "";
  // The content has a member for each row of the table, which the compiler cannot follow.
  const member = memberNameOf(name) as never;
  const hint = hints[name] ?? `${capitalized(help)}${takes === "texts" ? ", one per line" : ""}.`;
  const described = { member, label: labelOf(name), hint };
  if (name === "onlyGroups")
    return { ...described, ...groupsField(offered, "Without one, everybody with an account."), rows: 2 };
  if (takes === "texts") return { ...described, as: "list", rows: 2 };
  if (takes === "nothing") {
    // A box may stand for false: a client that keeps its refresh token has no rotation.
    const on = field.write(true);
    return {
      ...described,
      as: "box",
      print: (stored, record) => (stored === on || isGranted(name, record) ? "on" : ""),
      parse: (text) => (text === "on") === on,
    };
  }
  if (choices === undefined) return { ...described, maxLength: 2_000 };
  const usual = typeof standard === "string" ? standard : (choices[0] ?? "");
  const unnamed = none === null ? [{ value: "", label: "none" }] : [];
  return {
    ...described,
    as: "select",
    options: [...unnamed, ...choices.map((value) => ({ value, label: value }))],
    print: (stored) => String(stored ?? (none === null ? "" : usual)),
  };
}

/** The record says that a client gets refresh tokens by its grant types. */
function isGranted(member: MetadataMember, record: object): boolean {
  if (member !== "mayRefresh" || !("grant_types" in record)) return false;
  return Array.isArray(record.grant_types) && record.grant_types.includes("refresh_token");
}

/** The console's label of a property. */
export function labelOf(member: MetadataMember): string {
  return labels[member] ?? metadataFields[member].label ?? member;
}
