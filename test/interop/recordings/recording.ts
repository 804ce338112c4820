import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { HttpText } from "../replays/recording.ts";

/** The browser goes there; `visit` is path and query, as the application wrote them. */
interface Visit {
  readonly visit: string;
}

/** The application's own server sends this. */
interface Call extends HttpText {
  /** Whether its HTTP client sends the body in a packet of its own. */
  readonly isBodyApart?: true;
}

/**
 * A whole sign-in of a real application, in the order in which it went over the wire: every request to the service but those of
 * the sign-in page. `{host}`, `{id}`, `{secret}`, `{basic}`, `{code}`, `{token}`, `{refresh}`, `{idToken}` and `{length}` are
 * filled in; all else, state, nonce and PKCE included, is sent as it was recorded.
 */
export interface SignInRecording {
  /** The guide below docs/clients/ whose code made these requests. */
  readonly guide: string;
  /** What ran, with its versions, as the guide says it. */
  readonly tested: string;
  /** The day of the run, as the guide says it. */
  readonly recordedOn: string;
  /** What `latchkey client create` was given besides name and redirect URI. */
  readonly options: readonly string[];
  readonly redirectUri: string;
  readonly steps: readonly (Visit | Call)[];
}

/** All recordings of this folder, by file name. */
export const signInRecordings: ReadonlyMap<string, SignInRecording> = new Map(
  globSync("*.json", { cwd: import.meta.dirname })
    .sort()
    .map((file) => [
      basename(file, ".json"),
      JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8")) satisfies SignInRecording,
    ]),
);
