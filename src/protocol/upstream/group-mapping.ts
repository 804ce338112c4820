/** Which groups of a provider are which groups here. A group of either side that is not named is left as it is. */
export interface GroupMapping {
  /** The claim of the ID token or of userinfo that lists the provider's groups: "groups", "roles". */
  readonly claim: string;
  /** Names here by names there. Several there may be one here. */
  readonly groups: Readonly<Record<string, string>>;
}

/** The most groups that a mapping names. */
export const mappedGroupsMax = 100;
const claimShape = /^[\x21-\x7e]{1,128}$/;
const theirNameMax = 256;

/** Reads the name of a claim; undefined if it cannot be one. */
export function readGroupClaim(text: string): string | undefined {
  return claimShape.test(text) ? text : undefined;
}

/** Reads `theirs=ours`; undefined for anything else. Names there may have an equals sign, as those of LDAP do, and names here have none. */
export function readMapped(text: string): readonly [theirs: string, ours: string] | undefined {
  const at = text.lastIndexOf("=");
  const [theirs, ours] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at > 0 && theirs !== "" && theirs.length <= theirNameMax && ours !== "" ? [theirs, ours] : undefined;
}

/** The groups here that the mapping names, and those of them that the person is in according to the provider. */
export function mappedGroups(
  { groups }: GroupMapping,
  said: readonly string[],
): { readonly mapped: ReadonlySet<string>; readonly wanted: ReadonlySet<string> } {
  const ours = said.flatMap((name) => (Object.hasOwn(groups, name) ? [groups[name] ?? ""] : []));
  return { mapped: new Set(Object.values(groups)), wanted: new Set(ours) };
}
