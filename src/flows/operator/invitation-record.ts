import { isoTime } from "../../values/time.ts";
import type { Link } from "../link.ts";
import { formatInvitationId } from "./invite.ts";

/** An invitation for programs. */
export function invitationRecord(link: Link) {
  return {
    invitation_id: formatInvitationId(link),
    email: link.address ?? "",
    groups: link.groups ?? [],
    created_at: isoTime(link.createdAt),
    expires_at: isoTime(link.expiresAt),
  };
}
