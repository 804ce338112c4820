import type { CDPSession, Page } from "playwright-core";

/** A credential of the virtual authenticator. */
interface VirtualCredential {
  readonly credentialId: string;
  readonly signCount: number;
  readonly userHandle?: string;
  readonly [member: string]: unknown;
}

/** Chromium's own authenticator without a device: it says yes for its person at once, or when the test says so. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  /** Plugs one into the page. Without `isWilling` nobody is there to touch it. */
  static async plugInto(
    page: Page,
    { isWilling = true, isVerifying = true, transport = "internal" as "internal" | "usb" } = {},
  ): Promise<VirtualAuthenticator> {
    // NOTE: Chromium without Chrome's own layer claims to support conditional create, but ends when a page asks for it.
    await page.addInitScript("PublicKeyCredential.getClientCapabilities = async () => ({})");
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        ctap2Version: "ctap2_1",
        transport,
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: isVerifying,
        automaticPresenceSimulation: isWilling,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** From now on the person is there, or is not. */
  async setWilling(enabled: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setAutomaticPresenceSimulation", {
      authenticatorId: this.#id,
      enabled,
    });
  }

  /** From now on the person proves who they are to the authenticator, or fails. */
  async setVerifying(isUserVerified: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified });
  }

  async credentials(): Promise<readonly VirtualCredential[]> {
    const { credentials } = await this.#session.send("WebAuthn.getCredentials", {
      authenticatorId: this.#id,
    });
    return credentials as unknown as readonly VirtualCredential[];
  }

  /** Puts a credential of another authenticator, or a changed one, in here. */
  async put(credential: VirtualCredential): Promise<void> {
    await this.#session.send("WebAuthn.addCredential", {
      authenticatorId: this.#id,
      credential: credential as never,
    });
  }

  async clear(): Promise<void> {
    await this.#session.send("WebAuthn.clearCredentials", { authenticatorId: this.#id });
  }

  async unplug(): Promise<void> {
    await this.#session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: this.#id });
  }
}
