import type { Instant } from "../values/time.ts";

declare const brand: unique symbol;

/** The name of a group. Applications read it in the claim `groups` and compare it letter by letter. */
export type GroupName = string & { readonly [brand]: "GroupName" };

/** People whom the operator put together. An application may be open to some groups alone. */
export interface Group {
  readonly name: GroupName;
  readonly createdAt: Instant;
}

const shape = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._:/@+-]{0,63}$/u;

/** The rule for a name, as the end of a sentence. Spaces and commas are refused because applications separate groups by them. */
export const groupNameRule =
  "1 to 64 letters, digits and . _ : / @ + -, of which the first is a letter or digit";

/** Reads a name that an operator wrote; undefined if it breaks the rule. */
export function readGroupName(text: string): GroupName | undefined {
  if (text.length > 256) return undefined;
  const name = text.normalize("NFC");
  return shape.test(name) ? (name as GroupName) : undefined;
}

/** The most groups that an installation may have. */
export const groupsMax = 1000;

/** The most people who may administer one group. */
export const groupAdministratorsMax = 20;

/** The most groups that a person may be in: the names of all of them travel in tokens and answers. */
export const groupsPerAccountMax = 100;
