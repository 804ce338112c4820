import type { ClientLogo, ClientLogos, LogoPicture, ShownLogos } from "../../flows/logo-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { LogoKind } from "../../protocol/client/logo.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { sha256 } from "../../values/digest.ts";
import type { ClientId } from "../../values/ids.ts";
import { type Instant, plus } from "../../values/time.ts";
import { BoundedCache } from "../bounded-cache.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

const failureKeptSeconds = 3_600;
/** How long a failure is trusted before the database is read again: another process may have fetched the logo. */
const failureRememberedSeconds = 60;
/** How many clients' logos are remembered, without their bytes. */
const rememberedMax = 1_000;
/** How many logos are looked for at once. */
const pendingMax = 4;
/** How many more wait for that, as many as the home page has; a page that needs one more asks again the next time it is shown. */
const waitingMax = 50;
const versionLength = 12;

/** The known state of a client's logo. */
interface Known {
  readonly uri: string;
  readonly version: string | undefined;
  /** Absent if it is known for good. */
  readonly until?: Instant;
}

/** Why there is no picture. */
export type LogoProblem = "not-fetched" | "not-answered-with-200" | "too-large" | "not-a-picture";

interface ShownLogosOptions {
  readonly fetch: GuardedFetch;
  readonly logos: ClientLogos;
  readonly clock: Clock;
  /** Recognises the kind of picture; undefined for bytes that may not be shown. */
  readonly kindOf: (bytes: Uint8Array) => LogoKind | undefined;
  /** Called once for each address without a picture. */
  readonly onProblem: (clientId: ClientId, problem: LogoProblem) => void;
  /** Called if the store fails, or anything else that is not the client's fault. */
  readonly onFailure: (error: unknown) => void;
}

/** Creates a cache of clients' logos. Missing ones are fetched in the background, never within a request. */
export function openShownLogos(options: ShownLogosOptions): ShownLogos & { close(): void } {
  return new FetchedLogos(options);
}

class FetchedLogos implements ShownLogos {
  readonly #options: ShownLogosOptions;
  readonly #known = new BoundedCache<ClientId, Known>(rememberedMax);
  readonly #pending = new Set<ClientId>();
  /** The clients whose turn comes, with the addresses of their logos. */
  readonly #waiting = new Map<ClientId, string>();
  readonly #closing = new AbortController();

  constructor(options: ShownLogosOptions) {
    this.#options = options;
  }

  versionOf({ id, metadata }: Client): string | undefined {
    const uri = metadata?.logoUri;
    if (uri === undefined) return undefined;
    const known = this.#known.get(id);
    const isCurrent =
      known?.uri === uri && (known.until === undefined || this.#options.clock.now() < known.until);
    if (isCurrent) return known.version;
    if (!this.#pending.has(id) && this.#waiting.size < waitingMax) this.#waiting.set(id, uri);
    this.#beginNext();
    return undefined;
  }

  #beginNext(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#pending.size >= pendingMax) return;
    const [id, uri] = next;
    this.#waiting.delete(id);
    this.#pending.add(id);
    this.#findOut(id, uri)
      .catch(this.#options.onFailure)
      .finally(() => {
        this.#pending.delete(id);
        this.#beginNext();
      });
  }

  /** Aborts every fetch and stores nothing of it. */
  close(): void {
    this.#waiting.clear();
    this.#closing.abort();
  }

  async #findOut(clientId: ClientId, uri: string): Promise<void> {
    const { logos, clock } = this.#options;
    const kept = await logos.find(clientId);
    if (kept?.uri === uri && (kept.picture || clock.now() < plus(kept.fetchedAt, failureKeptSeconds)))
      return this.#remember(kept);
    const picture = await this.#fetch(uri);
    if (this.#closing.signal.aborted) return;
    const fetched = { clientId, uri, fetchedAt: clock.now() };
    const logo: ClientLogo = typeof picture === "string" ? fetched : { ...fetched, picture };
    if (typeof picture === "string" && kept?.uri !== uri) this.#options.onProblem(clientId, picture);
    await logos.keep(logo);
    this.#remember(logo);
  }

  #remember({ clientId, uri, picture }: ClientLogo): void {
    const until = plus(this.#options.clock.now(), failureRememberedSeconds);
    const known = picture ? { uri, version: versionOf(picture) } : { uri, version: undefined, until };
    this.#known.set(clientId, known);
  }

  async #fetch(uri: string): Promise<LogoPicture | LogoProblem> {
    const { signal } = this.#closing;
    const headers = { accept: "image/png, image/jpeg, image/webp, image/gif" };
    const answer = await this.#options.fetch({ url: uri, method: "GET", headers, signal });
    if (!answer.ok) return answer.reason === "too-large" ? "too-large" : "not-fetched";
    const { status, bytes } = answer.value;
    if (status !== 200) return "not-answered-with-200";
    const kind = this.#options.kindOf(bytes);
    return kind === undefined ? "not-a-picture" : { kind, bytes };
  }
}

/** Names a picture by its content, so that a browser which kept an earlier picture asks for the new one. */
function versionOf({ bytes }: LogoPicture): string {
  return toBase64Url(sha256(bytes)).slice(0, versionLength);
}
