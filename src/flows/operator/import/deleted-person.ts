import type { JsonObject } from "../../../values/json-object.ts";
import { isSaid, textIn } from "./json-members.ts";
import type { ReadRecord } from "./person-texts.ts";

/** Refuses a row that its product marks as deleted: the person left, and the row only waits to be removed. */
export function unlessDeleted(
  member: string,
  read: (row: JsonObject) => ReadRecord,
): (row: JsonObject) => ReadRecord {
  return (row) => {
    const mark = row[member];
    if (!isSaid(mark) || mark === false || mark === 0 || /^(?:0|f|false)$/i.test(String(mark)))
      return read(row);
    const says = `The old product marks the account as deleted (${member}).`;
    return { problem: { about: "deleted in the old product", says }, username: textIn(row, "email") };
  };
}
