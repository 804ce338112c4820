/**
 * Room: adapters. One folder per technology; each fulfils types of flows/ports.ts and decides nothing.
 * An adapter may import values and packages, and of other rooms only types. This folder is the one place
 * that reads the machine's clock and its random numbers.
 */
import type { Clock } from "../../flows/ports.ts";
import { instantOf } from "../../values/time.ts";

/** The machine's wall clock. It may jump when the machine is set. */
export const systemClock: Clock = {
  now: () => instantOf(Date.now()),
};
