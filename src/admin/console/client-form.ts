import { memberNameOf } from "../../protocol/client/metadata-change.ts";
import { type MetadataMember, metadataFields, metadataRows } from "../../protocol/client/metadata-fields.ts";
import type { Field } from "../../protocol/client/metadata-row.ts";
import type { FormField, FormPart } from "./form-field.ts";

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
  onlyGroups: "Who may enter: only these groups",
  resources: "APIs it may ask for",
  audience: "The API that it serves",
};

/** Properties without a field: whether a client is a machine is fixed, and public keys come in a file, by the command line or the API. */
const elsewhere: ReadonlySet<string> = new Set(["isMachine", "publicKeys"]);

type Row = readonly [MetadataMember, Field];

const rows: readonly Row[] = metadataRows.filter(
  ([member, field]) => field.option !== null && !elsewhere.has(member),
);

/** A field for each property that a client of this kind can have, in the groups of the command line's help. */
export function propertyFields(kind: {
  readonly isPublic: boolean;
  readonly isMachine: boolean;
}): readonly FormPart<never>[] {
  const { isPublic, isMachine } = kind;
  const own = rows.filter(([, field]) => {
    const isOfMachines = field.option?.heading === "Machines:";
    return (
      isOfMachines === isMachine || (!isOfMachines && !(isPublic && field.confidentialOnly !== undefined))
    );
  });
  const groups = Map.groupBy(own, ([, field]) => field.option?.heading ?? "");
  return [...groups].map(([heading, members]) => ({
    more: heading.replace(/:$/, ""),
    opensBy: ["openid"],
    fields: members.map(fieldFor),
  }));
}

function fieldFor([name, field]: Row): FormField<never> {
  const { takes, choices, none, standard } = field;
  const help = field.option?.help ?? "";
  // The content has a member for each row of the table, which the compiler cannot follow.
  const member = memberNameOf(name) as never;
  const hint = `${help.charAt(0).toUpperCase()}${help.slice(1)}${takes === "texts" ? "; one a line" : ""}.`;
  const described = { member, label: labelOf(name), hint };
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
  const unnamed = none === null ? [{ value: "", label: "not named" }] : [];
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
