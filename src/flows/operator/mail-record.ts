import { isoTime } from "../../values/time.ts";
import type { ReadMessage } from "./mail.ts";

/** A message for programs, as lists have it. Scripts rely on exactly these members. */
export function briefMailRecord({ message, body }: ReadMessage) {
  return {
    id: message.id,
    to: message.to,
    kind: message.kind,
    subject: message.subject,
    text: body?.text ?? "",
    created_at: isoTime(message.createdAt),
    state: message.state,
  };
}

/** Everything about a message, for programs. */
export function mailRecord(read: ReadMessage) {
  const { message, body } = read;
  return {
    ...briefMailRecord(read),
    html: body?.html ?? "",
    language: message.language,
    user_id: message.accountId ?? null,
    expires_at: isoTime(message.expiresAt),
    tries: message.tries,
    next_try_at: message.state === "queued" ? isoTime(message.nextTryAt) : null,
    last_error: message.lastError ?? null,
  };
}
