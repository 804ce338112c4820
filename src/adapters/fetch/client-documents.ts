import type { ClientDocuments, DescriptionProblem, ReadDocument } from "../../flows/document-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { ClientDescription } from "../../protocol/client/described-client.ts";
import type { ClientId } from "../../values/ids.ts";
import { type Result, refuse } from "../../values/result.ts";
import { type Instant, plus } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type { GuardedAnswer, GuardedFetch } from "./guarded-fetch.ts";

/** The bounds of a document's fetch, for the guard: longer than any honest document takes. */
export const documentBounds = { requestMilliseconds: 3_000, bodyBytesMax: 5 * 1024 } as const;

/** How long a document is kept: what HTTP says of it, within these bounds. */
const keptSecondsLeast = 300;
const keptSecondsMost = 86_400;
/** How many documents are kept; the least recently used makes room. */
const documentsMax = 1_000;

const jsonType = /^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)[ \t]*(?:;|$)/i;
const receivedLengthMax = 100;

/** A document that was asked for, answered or not. */
interface Asked {
  readonly answer: Promise<ReadDocument>;
  /** Undefined while the answer is on its way. */
  keptUntil: Instant | undefined;
}

interface ClientDocumentsOptions {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  /** Reads the document of this client. */
  readonly read: (bytes: Uint8Array, id: ClientId) => Result<ClientDescription, DescriptionProblem>;
}

/** Creates a cache of the documents that describe clients. */
export function createClientDocuments(options: ClientDocumentsOptions): ClientDocuments {
  return new FetchedDocuments(options);
}

class FetchedDocuments implements ClientDocuments {
  readonly #options: ClientDocumentsOptions;
  readonly #asked = new BoundedCache<ClientId, Asked>(documentsMax);

  constructor(options: ClientDocumentsOptions) {
    this.#options = options;
  }

  kept(id: ClientId): Promise<ReadDocument> | undefined {
    const known = this.#asked.get(id);
    if (known === undefined) return undefined;
    if (known.keptUntil === undefined) return known.answer;
    const now = this.#options.clock.now();
    // A time beyond the maximum comes from a clock that was ahead.
    const isCurrent = now < known.keptUntil && known.keptUntil <= plus(now, keptSecondsMost);
    return isCurrent ? known.answer : undefined;
  }

  fetch(id: ClientId): Promise<ReadDocument> {
    const kept = this.kept(id);
    if (kept !== undefined) return kept;
    const answer = this.#fetch(id);
    const asked: Asked = { answer: answer.then(({ document }) => document), keptUntil: undefined };
    this.#asked.set(id, asked);
    answer.then(({ keptSeconds }) => {
      asked.keptUntil = plus(this.#options.clock.now(), keptSeconds);
    });
    return asked.answer;
  }

  async #fetch(id: ClientId): Promise<{ readonly document: ReadDocument; readonly keptSeconds: number }> {
    const headers = { accept: "application/json" };
    const fetched = await this.#options.fetch({ url: id, method: "GET", headers });
    const document = fetched.ok
      ? this.#read(fetched.value, id)
      : refuse({ kind: "not-fetched", reason: fetched.reason } as const);
    // OAuth Client ID Metadata Document §5.2: errors and invalid documents are not cached.
    if (!fetched.ok || !document.ok) return { document, keptSeconds: 0 };
    return { document, keptSeconds: keptSecondsOf(fetched.value, this.#options.clock.now()) };
  }

  #read(answer: GuardedAnswer, id: ClientId): ReadDocument {
    const { status, contentType = "", bytes } = answer;
    if (status !== 200) return refuse({ kind: "other-status", status });
    if (!jsonType.test(contentType))
      return refuse({ kind: "other-media-type", received: contentType.slice(0, receivedLengthMax) });
    return this.#options.read(bytes, id);
  }
}

/** RFC 9111 §4.2, within the bounds. An answer that may not be kept at all is kept for the least time, which bounds the requests. */
function keptSecondsOf({ cacheControl = "", age, expires }: GuardedAnswer, now: Instant): number {
  const maxAge = /(?:^|[\s,])(?:s-maxage|max-age)="?(\d{1,10})(?!\d)/i.exec(cacheControl)?.[1];
  const isPrivate = /(?:^|[\s,])(?:no-store|no-cache|private)(?:$|[\s,=])/i.test(cacheControl);
  const until = expires === undefined ? Number.NaN : Date.parse(expires);
  const named = maxAge === undefined ? (until - now) / 1000 : Number(maxAge) - ageOf(age);
  const seconds = isPrivate || Number.isNaN(named) ? keptSecondsLeast : Math.floor(named);
  return Math.min(keptSecondsMost, Math.max(keptSecondsLeast, seconds));
}

function ageOf(age: string | undefined): number {
  return age !== undefined && /^\d{1,10}$/.test(age) ? Number(age) : 0;
}
