import { randomUUID } from "node:crypto";
import type {
  OAuthClientMetadata,
  OAuthDiscoveryState,
  OAuthClientProvider as ProviderOfTwo,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { OAuthClientProvider as ProviderOfOne } from "@modelcontextprotocol/sdk/client/auth.js";

/** What an agent brings along: how it is known to the service, and what it does with refresh tokens. */
export interface AgentOptions {
  readonly redirectUri: string;
  /** An agent that was registered by the operator. */
  readonly registered?: { readonly client_id: string; readonly client_secret?: string };
  /** The address of the agent's own metadata document. */
  readonly documentUrl?: string;
  readonly grantTypes?: readonly string[];
}

/** What an agent remembers, for both major versions of the SDK. It is the part that every host of the SDK writes itself. */
export class MemoryProvider implements ProviderOfOne, ProviderOfTwo {
  /** Where the SDK sends the person; the agent hands it to a browser. */
  location: URL | undefined;
  kept: StoredOAuthTokens | undefined;
  readonly clientMetadataUrl?: string;
  readonly #options: AgentOptions;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#client = options.registered;
    if (options.documentUrl !== undefined) this.clientMetadataUrl = options.documentUrl;
  }

  get redirectUrl(): string {
    return this.#options.redirectUri;
  }
  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Test agent",
      redirect_uris: [this.#options.redirectUri],
      grant_types: [...(this.#options.grantTypes ?? ["authorization_code", "refresh_token"])],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }
  state(): string {
    return randomUUID();
  }
  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.kept;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(location: URL): void {
    this.location = location;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }
  invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): void {
    if (scope === "all" || scope === "tokens") this.kept = undefined;
    if (scope === "all" || scope === "client") this.#client = undefined;
  }
  /** The access token as if it had expired. */
  expire(): void {
    if (this.kept !== undefined) this.kept = { ...this.kept, access_token: "expired" };
  }
}
