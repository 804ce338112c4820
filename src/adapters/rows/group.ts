import type { GroupMembers } from "../../flows/account-ports.ts";
import type { GroupName } from "../../identity/group.ts";
import { instantOf } from "../../values/time.ts";
import type { Row } from "./rows.ts";
import { integer, text } from "./rows.ts";

/** Reads a row of `groups` beside the count of its members. The name was checked before it was stored. */
export function groupOf(row: Row): GroupMembers {
  return {
    name: text(row, "name") as GroupName,
    createdAt: instantOf(integer(row, "created_at")),
    members: integer(row, "members"),
  };
}
