import type { Client } from "../protocol/client/client.ts";
import type { LogoKind } from "../protocol/client/logo.ts";
import type { ClientId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";

/** The result of fetching a client's logo. */
export interface ClientLogo {
  readonly clientId: ClientId;
  /** The address of the logo. The logo counts only while this is the client's `logo_uri`. */
  readonly uri: string;
  readonly fetchedAt: Instant;
  /** Absent if the address gave no picture. */
  readonly picture?: LogoPicture;
}

/** A picture whose kind was read from its bytes. */
export interface LogoPicture {
  readonly kind: LogoKind;
  readonly bytes: Uint8Array;
}

/** The logos of clients, one for each at most. A logo goes with its client. */
export interface ClientLogos {
  find(clientId: ClientId): Promise<ClientLogo | undefined>;
  /** Not durable on its own: a lost logo is fetched again. Replaces the kept logo; does nothing for a client that is gone. */
  keep(logo: ClientLogo): Promise<void>;
}

/** The logos for pages. */
export interface ShownLogos {
  /**
   * The version of the client's logo for its address, at once and from memory. If the logo is unknown it returns undefined and
   * begins to fetch it, without making a page wait.
   */
  versionOf(client: Client): string | undefined;
}
