import { headerOf } from "../client/claim-rule.ts";
import { type Client, isProtected } from "../client/client.ts";
import { type MetadataMember, metadataRows } from "../client/metadata-fields.ts";
import { isStandard } from "../client/metadata-row.ts";
import { callbackOf, ownPathOnHost } from "./protected-origin.ts";

/** Why properties do not go together with being a protected application, or with not being one. */
export type ProtectedProblem =
  | { readonly kind: "protected-fixed" }
  | { readonly kind: "protected-redirect-uri" }
  /** Rules about tokens where there are none, or about headers where no proxy adds any. */
  | { readonly kind: "protected-claims" | "claims-unprotected"; readonly claim: string }
  | { readonly kind: "protected-unused"; readonly member: MetadataMember }
  | { readonly kind: "protected-needed"; readonly member: MetadataMember };

/** The properties that only a protected application has. */
const own: readonly MetadataMember[] = ["pathRules", "hasAssertion", "hasAppPasswords"];

/** The properties that mean something for a protected application. */
export const membersOfProtected: ReadonlySet<MetadataMember> = new Set([
  "protectedOrigins",
  ...own,
  "claimRules",
  "onlyGroups",
  "requiredStrength",
  "isThirdParty",
  "logoUri",
  "policyUri",
  "tosUri",
  "brandName",
  "brandAccent",
]);

/**
 * Decides whether a client may be kept with these properties. `before` is the client as it was; absent for a new one. Its tokens and its
 * redirect URIs are this service's own affair, so an application is protected from its registration on or never.
 */
export function whyNotProtected(
  { metadata, redirectUris }: Pick<Client, "metadata" | "redirectUris">,
  before: Pick<Client, "metadata"> | undefined,
): ProtectedProblem | undefined {
  if (before !== undefined && isProtected(before) !== isProtected({ metadata }))
    return { kind: "protected-fixed" };
  const isSet = ([member, field]: (typeof metadataRows)[number]) => !isStandard(field, metadata[member]);
  if (!isProtected({ metadata })) {
    const header = metadata.claimRules.find((rule) => headerOf(rule) !== undefined);
    if (header !== undefined) return { kind: "claims-unprotected", claim: header.name };
    const unused = metadataRows.find((row) => own.includes(row[0]) && isSet(row));
    return unused && { kind: "protected-needed", member: unused[0] };
  }
  const callbacks = metadata.protectedOrigins.map(callbackOf);
  if (redirectUris.some((uri) => !callbacks.includes(uri))) return { kind: "protected-redirect-uri" };
  const inToken = metadata.claimRules.find((rule) => headerOf(rule) === undefined);
  if (inToken !== undefined) return { kind: "protected-claims", claim: inToken.name };
  const misfit = metadataRows.find((row) => !membersOfProtected.has(row[0]) && isSet(row));
  return misfit && { kind: "protected-unused", member: misfit[0] };
}

/** One or two sentences for the operator. */
export function describeProtectedProblem(problem: ProtectedProblem): string {
  switch (problem.kind) {
    case "protected-fixed":
      return "Whether a proxy protects an application by asking this service is fixed when it is registered. Register another one with client create.";
    case "protected-redirect-uri":
      return `People come back to a protected application at ${ownPathOnHost}/callback on each of its hosts, and nowhere else. Leave out --redirect-uri.`;
    case "protected-claims":
      return `An application behind a proxy gets headers and no tokens. Put ${problem.claim} in a header (--in header), and name it like one: Remote-Role or X-Role.`;
    case "claims-unprotected":
      return `Only an application that a proxy protects gets headers. Put ${problem.claim} in id_token, userinfo or access_token.`;
    case "protected-unused":
      return `This service signs people in to a protected application by itself, so ${optionOf(problem.member)} would do nothing here.`;
    case "protected-needed":
      return `Only an application that a proxy protects has ${optionOf(problem.member)}. Name its host with --protect, or leave it out.`;
  }
}

function optionOf(member: MetadataMember): string {
  const row = metadataRows.find(([name]) => name === member);
  return row?.[1].option?.flags.split(" ", 1)[0] ?? member;
}
