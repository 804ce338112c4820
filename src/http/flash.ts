import { parseJsonBytes } from "../values/json-object.ts";
import { plus } from "../values/time.ts";
import type { Incoming } from "./incoming.ts";
import type { ReplyHeaders } from "./reply.ts";
import type { Web } from "./web.ts";

const keptSeconds = 300;

/**
 * What the answer to a form leaves in the browser for the page that follows: new recovery codes. The browser keeps it sealed for five
 * minutes, so that a reload shows the same page again and the service stores no code in clear.
 */
interface Flash {
  /** The session in which the codes were made, in hex. */
  readonly session: string;
  readonly codes: readonly string[];
}

/** The cookie that leaves a flash in the browser, in the place of an earlier one. */
export function keepFlash({ cookies, ports }: Pick<Web, "cookies" | "ports">, flash: Flash): string {
  const text = JSON.stringify({ ...flash, until: plus(ports.clock.now(), keptSeconds) });
  return cookies.write(cookies.flash, ports.sealer.seal("flash", Buffer.from(text)), keptSeconds);
}

/** The flash of this browser; undefined if there is none, or if it is older than five minutes. */
export function findFlash(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  incoming: Incoming,
): Flash | undefined {
  const cookie = incoming.cookie(cookies.flash);
  if (cookie === undefined) return undefined;
  const flash = parseJsonBytes(ports.sealer.open("flash", cookie));
  if (flash === undefined || ports.clock.now() >= Number(flash.until)) return undefined;
  // Only `keepFlash` can have sealed it.
  return flash as unknown as Flash;
}

/** The header that takes the flash out of the browser, if there is one. */
export function endFlash({ cookies }: Pick<Web, "cookies">, incoming: Incoming): ReplyHeaders {
  return incoming.cookie(cookies.flash) === undefined
    ? {}
    : { "set-cookie": cookies.write(cookies.flash, "", 0) };
}
