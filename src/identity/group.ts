import type { Instant } from "../values/time.ts";

declare const brand: unique symbol;

/** The name of a group: what applications read in the claim `groups`, compared letter by letter. */
export type GroupName = string & { readonly [brand]: "GroupName" };

/** People whom the operator put together: applications may be open to groups alone. */
export interface Group {
  readonly name: GroupName;
  readonly createdAt: Instant;
}

const shape = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._:/@+-]{0,63}$/u;

/** What a name must be, as the end of a sentence. No blank or comma, with which applications separate groups. */
export const groupNameRule =
  "1 to 64 letters, digits and . _ : / @ + -, of which the first is a letter or digit";

/** Reads the name that an operator writes; undefined where it cannot be one. */
export function readGroupName(text: string): GroupName | undefined {
  if (text.length > 256) return undefined;
  const name = text.normalize("NFC");
  return shape.test(name) ? (name as GroupName) : undefined;
}

/** How many groups an installation has at most. */
export const groupsMax = 1000;

/** How many groups a person is in at most: all their names travel in tokens and answers. */
export const groupsPerAccountMax = 100;
