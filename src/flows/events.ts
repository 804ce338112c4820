import type { AuthenticationMethod } from "../identity/session.ts";
import type { AccountId, ClientId, RequestId } from "../values/ids.ts";

/** Something that an operator may want to know later. No member ever holds a secret, code, token, password or typed name. */
export type Event =
  | {
      readonly kind: "signed-in";
      readonly accountId: AccountId;
      readonly clientId: ClientId;
      readonly methods: readonly AuthenticationMethod[];
    }
  | {
      readonly kind: "sign-in-refused";
      readonly reason: string;
      readonly accountId?: AccountId;
      readonly clientId: ClientId;
    }
  | { readonly kind: "signed-out"; readonly accountId: AccountId }
  /** `received` and `nearest` are redirect URIs without their query: what the developer must compare. */
  | {
      readonly kind: "authorization-refused";
      readonly reason: string;
      readonly clientId?: string;
      readonly received?: string;
      readonly nearest?: string;
      readonly repair?: string;
    }
  | { readonly kind: "code-issued"; readonly clientId: ClientId; readonly accountId: AccountId }
  | { readonly kind: "token-issued"; readonly clientId: ClientId; readonly accountId: AccountId }
  | { readonly kind: "exchange-refused"; readonly reason: string; readonly clientId?: string }
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
  | { readonly kind: "unexpected-failure"; readonly cause: unknown };

/** The request that an event belongs to. */
export interface Origin {
  readonly requestId: RequestId;
  /** The caller's network, IPv4 /24 or IPv6 /56, computed when somebody asks. */
  network(): string;
}

/** Where events go. Never throws and never waits. */
export interface Events {
  record(event: Event, origin: Origin): void;
}
