import type { Service } from "../compose.ts";
import type { Credentials } from "../ops/browser-sign-in.ts";
import type { Config } from "../ops/config.ts";
import type { Result } from "../values/result.ts";
import type { Mailbox } from "./rehearsal-mailbox.ts";

/** One step of a rehearsal, as it ended. */
export interface RehearsedStep {
  readonly step: string;
  readonly passed: boolean;
  readonly milliseconds: number;
  /** What was found, in a sentence. */
  readonly found: string;
  /** Faults, or what was left out and why. */
  readonly details: readonly string[];
}

/** What a step found. */
export interface Found {
  readonly found: string;
  readonly faults?: readonly string[];
  readonly leftOut?: readonly string[];
}

/** A rehearsal, and how its caller follows and ends it. */
export interface Rehearsal {
  /** The database as messages show it: the path of a file, or an address without its password. */
  readonly from: string;
  /** An empty folder (0700), which the caller removes. */
  readonly folder: string;
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly stopwatch: () => number;
  readonly onShare: (step: string, share: number) => void;
  readonly onStep: (step: RehearsedStep) => void;
}

/** The browser of the test person. */
export interface Browser {
  readonly cookies: Map<string, string>;
  credentials: Credentials;
}

/** A rehearsal whose service runs on the copy. */
export interface Scene extends Rehearsal {
  readonly service: Service;
  readonly browser: Browser;
  readonly mailbox: Mailbox;
}

/** What flows need to change clients of the copy. */
export function registryOf({ service }: Scene) {
  const { store, clock, random, audit } = service.administration;
  const { clients, grants, groups } = store;
  return { clients, grants, groups, settings: { issuer: service.issuer }, clock, random, audit };
}

/** The value; throws if the copy refused. */
export function expectOk<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new Error(`The copy refused it: ${JSON.stringify(result.reason)}`);
}
