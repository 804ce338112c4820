import type { SafeHtml } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import { type MetadataChanges, memberNameOf } from "../../protocol/client/metadata-change.ts";
import { type MetadataMember, metadataFields, metadataRows } from "../../protocol/client/metadata-fields.ts";
import type { Field } from "../../protocol/client/metadata-row.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { linesOf } from "./form-field.ts";
import { box, type FormState, linesField, moreFields, selectField, textField, type Values } from "./forms.ts";

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

/** The properties that a client of this kind can have. */
function rowsFor({
  isPublic,
  metadata: { isMachine },
}: Pick<Client, "isPublic" | "metadata">): readonly Row[] {
  return rows.filter(([, field]) => {
    const isOfMachines = field.option?.heading === "Machines:";
    return (
      isOfMachines === isMachine || (!isOfMachines && !(isPublic && field.confidentialOnly !== undefined))
    );
  });
}

/** The fields of the form, in the groups of the command line's help. A group with a problem is open. */
export function metadataForm(
  client: Pick<Client, "isPublic" | "metadata">,
  state: FormState,
): readonly SafeHtml[] {
  const groups = Map.groupBy(rowsFor(client), ([, field]) => field.option?.heading ?? "");
  return [...groups].map(([heading, members]) => {
    const isWrong = members.some(
      ([member]) => (state.problems?.[member] ?? state.theirs?.[member]) !== undefined,
    );
    const isUsed = members.some(([member]) => member === "isOpenid") && state.values.isOpenid === "on";
    return moreFields(
      heading.replace(/:$/, ""),
      isWrong || isUsed,
      members.map(([member, field]) => fieldFor(member, field, state)),
    );
  });
}

function fieldFor(member: MetadataMember, field: Field, state: FormState): SafeHtml {
  const help = field.option?.help ?? "";
  const named = {
    name: member,
    label: labels[member] ?? field.label ?? member,
    hint: `${help.charAt(0).toUpperCase()}${help.slice(1)}${field.takes === "texts" ? "; one a line" : ""}.`,
  };
  if (field.takes === "nothing") return box(named, state);
  if (field.takes === "texts") return linesField({ ...named, rows: 2 }, state);
  if (field.choices === undefined) return textField({ ...named, maxLength: 2_000 }, state);
  const none = field.none === null ? [{ value: "", label: "not named" }] : [];
  const options = [...none, ...field.choices.map((value) => ({ value, label: value }))];
  return selectField({ ...named, options }, state);
}

/** The properties of a client as the form shows them. */
export function metadataValues({ metadata }: Pick<Client, "metadata">): Values {
  return Object.fromEntries(rows.map(([member, field]) => [member, textOf(field, metadata[member])]));
}

function textOf(field: Field, value: unknown): string {
  if (field.takes === "nothing") return value === true ? "on" : "";
  const words = field.words(value);
  if (typeof words === "boolean") return "";
  if (field.takes === "texts") return words.join("\n");
  const usual = typeof field.standard === "string" ? field.standard : (field.choices?.[0] ?? "");
  return words[0] ?? (field.none === null ? "" : usual);
}

/** The changes to this client: only fields whose value differs from the one shown. */
export function metadataChangesIn(
  form: Parameters,
  client: Pick<Client, "isPublic" | "metadata">,
): MetadataChanges {
  const before = metadataValues(client);
  const changes: Record<string, unknown> = {};
  for (const [member, field] of rowsFor(client)) {
    const sent = normal(field, form.get(member));
    if (sent !== before[member]) changes[member] = saidBy(field, sent);
  }
  return changes;
}

function normal(field: Field, sent = ""): string {
  return field.takes === "texts" ? linesOf(sent).join("\n") : sent.trim();
}

function saidBy(field: Field, text: string): unknown {
  if (field.takes === "nothing") return text === "on";
  if (field.takes === "texts") return field.fromOption(linesOf(text));
  return text === "" ? field.none : field.fromOption(text);
}

/** The field for a member of the record: fields of properties have their internal names. */
export function fieldOfMember(name: string): string {
  return rows.find(([member]) => memberNameOf(member) === name)?.[0] ?? name;
}

/** The console's label of a property. */
export function labelOf(member: MetadataMember): string {
  return labels[member] ?? metadataFields[member].label ?? member;
}
