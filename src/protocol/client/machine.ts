import type { Client } from "./client.ts";
import { type MetadataMember, metadataRows } from "./metadata-fields.ts";
import { isStandard } from "./metadata-row.ts";

/** Why properties do not go together with being a machine, or with not being one. */
export type MachineProblem =
  | { readonly kind: "machine-fixed" }
  | { readonly kind: "machine-redirect-uri" }
  | { readonly kind: "machine-signs-nobody-in"; readonly member: MetadataMember }
  | { readonly kind: "machine-scope-unused"; readonly option: "--scope" | "--admin-scope" };

/** The properties that mean something without a person. */
const members: ReadonlySet<MetadataMember> = new Set([
  "isMachine",
  "machineScope",
  "adminScope",
  "publicKeys",
  "publicKeysUri",
  "requiresDpop",
  "resources",
  "audience",
]);

/**
 * Decides whether a client may be kept with these properties. `before` is the client as it was; absent for a new one. A client that
 * people have signed in to never turns into one that signs nobody in, nor the other way round, because its tokens and consents stay.
 */
export function whyNoMachine(
  { metadata, redirectUris }: Pick<Client, "metadata" | "redirectUris">,
  before: Pick<Client, "metadata"> | undefined,
): MachineProblem | undefined {
  if (before !== undefined && before.metadata.isMachine !== metadata.isMachine)
    return { kind: "machine-fixed" };
  if (!metadata.isMachine) {
    const { machineScope, adminScope } = metadata;
    if (machineScope.length > 0) return { kind: "machine-scope-unused", option: "--scope" };
    return adminScope.length === 0 ? undefined : { kind: "machine-scope-unused", option: "--admin-scope" };
  }
  if (redirectUris.length > 0) return { kind: "machine-redirect-uri" };
  const misfit = metadataRows.find(
    ([member, field]) => !members.has(member) && !isStandard(field, metadata[member]),
  );
  return misfit && { kind: "machine-signs-nobody-in", member: misfit[0] };
}

/** One or two sentences for the operator. */
export function describeMachineProblem(problem: MachineProblem): string {
  switch (problem.kind) {
    case "machine-fixed":
      return "Whether people sign in to a client is fixed when it is registered. Register another one with client create.";
    case "machine-redirect-uri":
      return "A machine client signs nobody in, so it has no redirect URI. Leave out --redirect-uri, or leave out --machine.";
    case "machine-signs-nobody-in": {
      const row = metadataRows.find(([member]) => member === problem.member);
      const option = row?.[1].option?.flags.split(" ", 1)[0] ?? problem.member;
      return `A machine client signs nobody in, so ${option} would do nothing here.`;
    }
    case "machine-scope-unused":
      return `Only a machine client asks for scope values by itself; people allow those of other clients. Leave out ${problem.option}, or register it with --machine.`;
  }
}
