/** The port for devices that wait for their person (RFC 8628). The rules of `ports.ts` hold here too. */
import type {
  DeviceAuthorization,
  DeviceDecision,
  NotedPoll,
} from "../protocol/device/device-authorization.ts";
import type { UserCode } from "../protocol/device/user-code.ts";
import type { Digest } from "../values/digest.ts";
import type { Instant } from "../values/time.ts";
import type { SideEffects } from "./side-effect-ports.ts";

/** Devices that wait for their person: one row from the request until expiry removes it. */
export interface DeviceAuthorizations {
  /** By the digest of the device code. Expired rows may still be found. */
  find(codeDigest: Digest): Promise<DeviceAuthorization | undefined>;
  findByUserCode(userCode: UserCode): Promise<DeviceAuthorization | undefined>;
  /** Durable. "taken" if another device has one of the two codes; "unknown-client" if the client is gone. */
  create(device: DeviceAuthorization): Promise<"created" | "taken" | "unknown-client">;
  /**
   * Not durable on its own. Notes a poll if `seen` still is the time of the one before: of several polls at once one is noted, and
   * the others are told false. False as well once a person has answered.
   */
  notePoll(codeDigest: Digest, seen: Instant | undefined, poll: NotedPoll): Promise<boolean>;
  /**
   * Durable. Keeps the person's answer if there is none yet and the account still has this epoch: of any number of answers, from
   * any process, exactly one is told true. It is never changed again. `sideEffects` go with a yes.
   */
  decide(codeDigest: Digest, decision: DeviceDecision, sideEffects?: SideEffects): Promise<boolean>;
  /** Durable. Forgets every device. */
  removeAll(): Promise<void>;
}
