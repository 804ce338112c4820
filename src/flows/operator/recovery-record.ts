import { isoTime } from "../../values/time.ts";
import type { NewRecovery, RecoveryWish } from "./recover.ts";

/** A link that recovers a person, for programs. It is seen this once. */
export function recoveryRecord({ account, link, href }: NewRecovery, wish: RecoveryWish) {
  return {
    user_id: account.id,
    username: account.username,
    link: href,
    mailed: wish.isMailed,
    drops_second_factor: wish.dropsSecondFactor,
    expires_at: isoTime(link.expiresAt),
  };
}
