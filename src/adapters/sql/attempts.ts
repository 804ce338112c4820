import type { Attempts } from "../../flows/account-ports.ts";
import type { Reservation } from "../../identity/rate-limit.ts";
import type { Fact } from "./fact.ts";

/** Counted attempts. NOTE: a hot path, because failed attempts to sign in count too, so each engine has its own fast way. */
export interface StoredAttempts extends Attempts {
  /** `refund`, as part of another fact. */
  takeBack(reservations: readonly Reservation[]): Fact<void>;
}
