import type { Client } from "../protocol/client/client.ts";
import type { LogoKind } from "../protocol/client/logo.ts";
import type { ClientId } from "../values/ids.ts";
import type { Instant } from "../values/time.ts";

/** What came of fetching a client's logo. */
export interface ClientLogo {
  readonly clientId: ClientId;
  /** Where it was fetched from: a logo is that of its client only while this is the client's logo_uri. */
  readonly uri: string;
  readonly fetchedAt: Instant;
  /** Absent where no picture came. */
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
  /** Not durable on its own: what is lost is fetched again. Replaces what was kept; does nothing for a client that is gone. */
  keep(logo: ClientLogo): Promise<void>;
}

/** What pages show of the logos. */
export interface ShownLogos {
  /**
   * The address version of the logo that is kept for the client, at once and from memory. Where nothing is known yet it begins to
   * find out, which no page waits for, and answers undefined.
   */
  versionOf(client: Client): string | undefined;
}
