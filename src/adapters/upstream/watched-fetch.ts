import type { CustomFetch } from "openid-client";
import { parseJsonObject } from "../../values/json-object.ts";
import type { GuardedFetch, GuardedProblem } from "../fetch/guarded-fetch.ts";

/** What came of the requests of one call: the library does not hand on why a request failed. */
export interface Watch {
  problem: GuardedProblem | undefined;
  /** The status of the last answer. */
  status: number | undefined;
}

/** No content may come with these (Fetch, null body status). */
const withoutBody = new Set([204, 205, 304]);

/** The guarded fetch in the shape that the library takes, which never follows redirects. */
export function watchedFetch(fetch: GuardedFetch, watch: Watch): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await fetch({
      url,
      method: method === "POST" ? "POST" : "GET",
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal !== undefined && { signal }),
    });
    if (!answer.ok) {
      watch.problem = answer.reason;
      throw new Error(answer.reason);
    }
    const { contentType, bytes, body: text } = answer.value;
    const status = method === "POST" ? statusOf(answer.value.status, text) : answer.value.status;
    watch.status = status;
    return new Response(withoutBody.has(status) ? null : Buffer.from(bytes), {
      status,
      headers: contentType === undefined ? {} : { "content-type": contentType },
    });
  };
}

/** GitHub answers 200 to a refused code; RFC 6749 §5.2 says 400. */
function statusOf(status: number, text: string): number {
  return status === 200 && typeof parseJsonObject(text)?.error === "string" ? 400 : status;
}
