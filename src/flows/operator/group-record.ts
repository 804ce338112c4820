import { isoTime } from "../../values/time.ts";
import type { GroupMembers } from "../account-ports.ts";
import type { Membership } from "./group.ts";

/** A group for programs. */
export function groupRecord({ name, members, createdAt }: GroupMembers) {
  return { group: name, people: members, created_at: isoTime(createdAt) };
}

/** Whether a person administers a group, for programs. */
export function administratorRecord({ name, account }: Membership, isAdministrator: boolean) {
  return { group: name, user_id: account.id, username: account.username, administrator: isAdministrator };
}

/** Whether a person is in a group, for programs. */
export function membershipRecord({ name, account }: Membership, isMember: boolean) {
  return { group: name, user_id: account.id, username: account.username, member: isMember };
}
