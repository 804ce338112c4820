import type { Attempts } from "../../flows/account-ports.ts";
import type { Reservation } from "../../identity/rate-limit.ts";
import type { Fact } from "./fact.ts";

/** Counted tries. Each engine counts them its own way, because every try to sign in does, wrong ones included. */
export interface StoredAttempts extends Attempts {
  /** `refund`, as part of another fact. */
  takeBack(reservations: readonly Reservation[]): Fact<void>;
}
