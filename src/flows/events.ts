import type { AuthenticationMethod } from "../identity/session.ts";
import type { ResourceUri } from "../protocol/api/resource.ts";
import type { UpstreamName } from "../protocol/upstream/upstream.ts";
import type { AccountId, ClientId, RequestId } from "../values/ids.ts";
import { isReportedByWatch } from "../values/store-unavailable.ts";

/** Something that an operator may want to know later. No member holds a secret, code, token, password or typed name. */
export type Event =
  | {
      readonly kind: "signed-in";
      readonly accountId: AccountId;
      /** Absent if the sign-in is for a page of the service. */
      readonly clientId?: ClientId;
      readonly methods: readonly AuthenticationMethod[];
    }
  /** A person who was signed in proved one more factor. */
  | {
      readonly kind: "second-factor-proved";
      readonly accountId: AccountId;
      readonly clientId?: ClientId;
      readonly factor: "totp" | "recovery-code" | "passkey";
    }
  | {
      readonly kind: "second-factor-refused";
      readonly reason: string;
      readonly accountId: AccountId;
      readonly clientId?: ClientId;
    }
  | { readonly kind: "totp-set-up" | "totp-removed" | "recovery-codes-made"; readonly accountId: AccountId }
  | {
      readonly kind: "sign-in-refused";
      readonly reason: string;
      readonly accountId?: AccountId;
      readonly clientId?: ClientId;
    }
  | {
      readonly kind: "passkey-added" | "passkey-removed" | "passkey-counter-went-back";
      readonly accountId: AccountId;
    }
  /** "app-password-used": for the first time. */
  | {
      readonly kind: "app-password-made" | "app-password-revoked" | "app-password-used";
      readonly accountId: AccountId;
      readonly clientId: ClientId;
    }
  /** A program's name and app password that opened nothing. */
  | {
      readonly kind: "app-password-refused";
      readonly reason: string;
      readonly clientId: ClientId;
      readonly accountId?: AccountId;
    }
  /** An authenticator's answer by which no passkey was added. */
  | { readonly kind: "passkey-refused"; readonly accountId: AccountId; readonly reason: string }
  /** `clientId`: the client whose server ended the session without the browser. */
  | { readonly kind: "signed-out"; readonly accountId: AccountId; readonly clientId?: ClientId }
  /**
   * `received` and `nearest` are redirect URIs without their query, for the developer to compare. `accountId` is the person who was not
   * admitted.
   */
  | {
      readonly kind: "authorization-refused";
      readonly reason: string;
      readonly clientId?: string;
      readonly accountId?: AccountId;
      readonly received?: string;
      readonly nearest?: string;
      readonly repair?: string;
    }
  /** A sign-in failed for want of a cookie, and its request named another host than the base URL does. */
  | { readonly kind: "host-differs"; readonly received: string; readonly own: string }
  /** A client asks for the scope openid without being registered for it, so its library will miss the ID token. */
  | { readonly kind: "openid-not-registered"; readonly clientId: ClientId }
  /**
   * A client asks for scope values that mean nothing, or for a resource that it does not get, so its API will miss a right. `command`
   * repairs it, without the name of the program.
   */
  | {
      readonly kind: "scope-unknown" | "resource-not-granted";
      readonly clientId: ClientId;
      readonly received: string;
      readonly command: string;
    }
  /** `hasState`, `hasChallenge` and `scope` show operators how the client asks, and what it could do better. */
  | {
      readonly kind: "code-issued";
      readonly clientId: ClientId;
      readonly accountId: AccountId;
      readonly hasState: boolean;
      readonly hasChallenge: boolean;
      readonly scope: readonly string[];
    }
  /** Without an account, the client asked for itself and `scope` is what it got. */
  | {
      readonly kind: "token-issued";
      readonly clientId: ClientId;
      readonly accountId?: AccountId;
      readonly scope?: readonly string[];
    }
  /** The server of the API `from` exchanged a person's token, which was issued to `grantedTo`, for one of the API `to`. */
  | {
      readonly kind: "token-exchanged";
      readonly clientId: ClientId;
      readonly accountId: AccountId;
      readonly grantedTo: ClientId;
      readonly from: ResourceUri;
      readonly to: ResourceUri;
    }
  /** `clientId` is that of a registered client, whether or not the call came from it, or "unknown". */
  | { readonly kind: "exchange-refused"; readonly reason: string; readonly clientId: ClientId | "unknown" }
  /** A link was mailed because somebody asked for it. Absent account: the link creates one. */
  | {
      readonly kind: "link-mailed";
      readonly link: "recover" | "sign-up" | "verify-address";
      readonly accountId?: AccountId;
    }
  /** A link set a new password, so every session of the person has ended. */
  | {
      readonly kind: "password-recovered";
      readonly accountId: AccountId;
      readonly link: "recover" | "operator-recover";
      readonly secondFactorDropped: boolean;
    }
  | { readonly kind: "account-created"; readonly accountId: AccountId; readonly link: "sign-up" | "invite" }
  | { readonly kind: "address-changed" | "name-changed"; readonly accountId: AccountId }
  | { readonly kind: "consent-allowed"; readonly clientId: ClientId; readonly accountId: AccountId }
  | { readonly kind: "consent-withdrawn"; readonly clientId: ClientId; readonly accountId: AccountId }
  /** By the person, on the page of the account. */
  | { readonly kind: "password-changed" | "password-removed"; readonly accountId: AccountId }
  /** The link of a notice locked the account, and ended every session. */
  | { readonly kind: "account-locked"; readonly accountId: AccountId }
  | { readonly kind: "deletion-asked" | "deletion-stopped"; readonly accountId: AccountId }
  /** A refresh token that had been replaced was used again; its family is revoked. */
  | { readonly kind: "refresh-token-reused"; readonly clientId: ClientId; readonly accountId: AccountId }
  /** A spent code came back from its owner; the tokens of the first redemption are revoked. */
  | {
      readonly kind: "code-replayed";
      readonly clientId: ClientId;
      readonly accountId: AccountId;
      readonly revoked: boolean;
    }
  | {
      readonly kind: "client-secret-exposed";
      readonly clientId: ClientId;
      readonly where: "authorization-query" | "token-query";
    }
  /** A client gave its token up: an access token, or a refresh token with its family. */
  | {
      readonly kind: "token-revoked";
      readonly what: "grant" | "family";
      readonly clientId: ClientId;
      readonly accountId?: AccountId;
    }
  /** A device asked for a code, and waits for its person. */
  | { readonly kind: "device-authorization-asked"; readonly clientId: ClientId }
  /** A person answered a device. */
  | {
      readonly kind: "device-allowed" | "device-denied";
      readonly clientId: ClientId;
      readonly accountId: AccountId;
    }
  /** A typed user code was not taken. */
  | { readonly kind: "user-code-refused"; readonly reason: string; readonly accountId: AccountId }
  /** A client registered itself, or changed or removed its own registration. */
  | { readonly kind: "client-registered" | "client-changed" | "client-removed"; readonly clientId: ClientId }
  | { readonly kind: "registration-refused"; readonly reason: string }
  /** A person signed out and was not sent back to the client, because the client's request was faulty. */
  | {
      readonly kind: "post-logout-redirect-refused";
      readonly reason: string;
      readonly clientId?: ClientId;
      readonly received?: string;
      readonly nearest?: string;
      readonly repair?: string;
    }
  /** A client's server asked to end a session without the browser, and none was ended. */
  | { readonly kind: "server-logout-refused"; readonly reason: string; readonly clientId?: ClientId }
  /** A logout token did not reach its client; `status` is the client's answer. */
  | {
      readonly kind: "logout-not-delivered";
      readonly clientId: ClientId;
      readonly reason: string;
      readonly status?: number;
    }
  /** The claims hook failed. Told once a minute for each reason; `isRefused` says whether such clients get no tokens meanwhile. */
  | {
      readonly kind: "claims-hook-failed";
      readonly clientId: ClientId;
      readonly reason: string;
      readonly isRefused: boolean;
      readonly status?: number;
      readonly claim?: string;
    }
  /** Nobody came in from a provider; `reason` is a word of the service's own. */
  | {
      readonly kind: "upstream-refused";
      readonly upstream: UpstreamName;
      readonly reason: string;
      readonly accountId?: AccountId;
    }
  /** A person of a provider has an account here from now on. "address": because of a verified address. "new": with a new account. */
  | {
      readonly kind: "upstream-linked";
      readonly upstream: UpstreamName;
      readonly accountId: AccountId;
      readonly by: "person" | "address" | "new";
    }
  | { readonly kind: "upstream-unlinked"; readonly upstream: UpstreamName; readonly accountId: AccountId }
  /** A browser's request that reached no flow: too long, no form, or posted by another site. */
  | { readonly kind: "request-refused"; readonly reason: string; readonly status: number }
  /** A request was answered 503 while the store was away. Its watch logs one line for all of them. */
  /** A proxy was told to stop a request to a protected application. That nobody is signed in is not an event. */
  | {
      readonly kind: "access-refused";
      readonly reason: string;
      readonly clientId?: ClientId;
      readonly accountId?: AccountId;
      /** The host of the application. Its path is not noted: it may hold a secret. */
      readonly origin?: string;
      /** The number of the rule that decided, counted from 1. */
      readonly rule?: number;
    }
  | { readonly kind: "request-unavailable" }
  | { readonly kind: "unexpected-failure"; readonly cause: unknown };

/** The request that an event belongs to. */
export interface RequestContext {
  readonly requestId: RequestId;
  /** The caller's network, IPv4 /24 or IPv6 /56, computed on demand. */
  network(): string;
}

/** Takes events. Never throws and never waits. */
export interface Events {
  record(event: Event, context: RequestContext): void;
}

/** Records the error that a request failed with. */
export function recordFailure(events: Events, cause: unknown, context: RequestContext): void {
  const isReported = isReportedByWatch(cause);
  events.record(
    isReported ? { kind: "request-unavailable" } : { kind: "unexpected-failure", cause },
    context,
  );
}
