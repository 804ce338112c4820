import { isTextList, type JsonObject } from "../../../values/json-object.ts";

/** What the discovery document of the old provider offers and that of this service does not. */
export interface LostOffer {
  /** The member of the document (OpenID Connect Discovery §3, RFC 8414 §2). */
  readonly member: string;
  /** The values of a list that are missing here, or the value. */
  readonly there: unknown;
  readonly here: unknown;
}

/** Members whose lists say what some application may use. */
const lists = /_supported$/;

/**
 * Compares two discovery documents: what an application could use there and not here. It may be that none does, so these are no
 * differences. Addresses differ after every move, and applications read them in the document.
 */
export function compareServices(there: JsonObject, here: JsonObject): readonly LostOffer[] {
  return Object.entries(there).flatMap(([member, old]): readonly LostOffer[] => {
    const ours = here[member];
    if (isTextList(old)) {
      const known = isTextList(ours) ? ours : [];
      const lost = lists.test(member) ? old.filter((value) => !known.includes(value)) : [];
      return lost.length === 0 ? [] : [{ member, there: lost, here: ours }];
    }
    const isOffer = old === true || (typeof old === "string" && /_endpoint$|_iframe$/.test(member));
    const isLost = ours === undefined || (old === true && ours !== true);
    return isOffer && isLost ? [{ member, there: old, here: ours }] : [];
  });
}
