import { isoTime } from "../../values/time.ts";
import type { KeyReport } from "./key.ts";

/** A key for programs, without its secret part. */
export function keyRecord(key: KeyReport) {
  return {
    key_id: key.id,
    purpose: key.purpose,
    state: key.state,
    created_at: isoTime(key.createdAt),
    retired_at: key.retiredAt === undefined ? null : isoTime(key.retiredAt),
  };
}
