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
/** After that the database is asked again: another process may have fetched the logo meanwhile. */
const failureRememberedSeconds = 60;
/** Clients whose logo is remembered, without its bytes. */
const rememberedMax = 1_000;
/** Logos that are looked for at once; a page that needs one more asks when it is shown again. */
const underWayMax = 4;
const versionLength = 12;

/** What is known of a client's logo. */
interface Known {
  readonly uri: string;
  readonly version: string | undefined;
  /** Absent where it stays as it is. */
  readonly until?: Instant;
}

/** Why there is no picture. */
export type LogoProblem = "not-fetched" | "not-answered-with-200" | "too-large" | "not-a-picture";

interface ShownLogosOptions {
  readonly fetch: GuardedFetch;
  readonly logos: ClientLogos;
  readonly clock: Clock;
  /** What kind of picture the bytes are; undefined where they are none that may be shown. */
  readonly kindOf: (bytes: Uint8Array) => LogoKind | undefined;
  /** Hears once of each address that has no picture. */
  readonly onProblem: (clientId: ClientId, problem: LogoProblem) => void;
  /** The store failed, or anything else that is no fault of the client. */
  readonly onFailure: (error: unknown) => void;
}

/** Remembers which clients have a logo, and fetches those that were never fetched: beside every request, never within one. */
export function openShownLogos(options: ShownLogosOptions): ShownLogos & { close(): void } {
  return new FetchedLogos(options);
}

class FetchedLogos implements ShownLogos {
  readonly #options: ShownLogosOptions;
  readonly #known = new BoundedCache<ClientId, Known>(rememberedMax);
  readonly #underWay = new Set<ClientId>();
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
    if (!this.#underWay.has(id) && this.#underWay.size < underWayMax) {
      this.#underWay.add(id);
      this.#findOut(id, uri)
        .catch(this.#options.onFailure)
        .finally(() => this.#underWay.delete(id));
    }
    return undefined;
  }

  /** Gives up what is under way, and keeps nothing of it. */
  close(): void {
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

/** Another for every other picture, so that a browser which kept the last one asks for this one. */
function versionOf({ bytes }: LogoPicture): string {
  return toBase64Url(sha256(bytes)).slice(0, versionLength);
}
