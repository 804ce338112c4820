import { type Instant, plus, type Seconds, secondsOf } from "../values/time.ts";
import type { DeviceAuthorizations } from "./device-ports.ts";
import type { KeyAdministration } from "./operator/key.ts";
import type { CodeClock, Watermark } from "./ports.ts";

/** The code clock as `keepTime` uses it. */
interface KeptClock extends CodeClock {
  /** The lead over the clock that it follows. It is more than an instant only if that clock was set back. */
  aheadMilliseconds(): number;
  /** The time that must outlive the process; undefined while no code can be alive. */
  toBeNoted(): Instant | undefined;
  /** Takes the time of the clock that it follows, even if that is earlier. */
  follow(): void;
}

/** The code clock may stay ahead by this; the daily steps of time synchronisation are smaller. */
const toleratedMilliseconds = 10_000;

/** Longer than an assertion or proof is remembered from the moment at which it is accepted. */
const signedLiveSeconds = 15 * 60;

/**
 * Keeps time from running backwards (ADR 0026). While codes are alive, it notes how far time has come. If the clock was set back, it
 * makes void everything that was sealed for a single use and every device that waits, and returns by how much. Call it before the first request and every second.
 */
export async function keepTime(ports: {
  readonly clock: KeptClock;
  readonly watermark: Watermark;
  readonly keys: Pick<KeyAdministration, "replace">;
  readonly devices: Pick<DeviceAuthorizations, "removeAll">;
}): Promise<Seconds | undefined> {
  const { clock, watermark, keys, devices } = ports;
  const ahead = clock.aheadMilliseconds();
  if (ahead <= toleratedMilliseconds) {
    const latest = clock.toBeNoted();
    if (latest !== undefined) await watermark.note(latest);
    return undefined;
  }
  // The keys go first: while they are there, no row that spends a sealed message may be forgotten.
  await keys.replace("code");
  await keys.replace("pushed-request");
  await devices.removeAll();
  clock.follow();
  const now = clock.now();
  await watermark.setBack(now, plus(now, signedLiveSeconds));
  return secondsOf(ahead / 1_000);
}
