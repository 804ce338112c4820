import { parseJsonBytes } from "../values/json-object.ts";
import { plus } from "../values/time.ts";
import type { Incoming } from "./incoming.ts";
import type { ReplyHeaders } from "./reply.ts";
import type { Web } from "./web.ts";

/** How long a browser keeps what the pages after a form show again. */
const keptSeconds = 300;

/**
 * What an answer to a form leaves for the pages that follow. The browser keeps it, sealed, so that a reload shows the same again and a
 * stranger stores nothing here. A browser keeps one: the next takes its place.
 */
interface Flash {
  /** The new recovery codes that were made in a session. */
  readonly codes: { readonly session: string; readonly codes: readonly string[] };
  /** The name that was typed for the sign-in with this query. */
  readonly typed: { readonly query: string; readonly name: string };
}

/** The cookie that leaves `value` in the browser. */
export function keepFlash<Kind extends keyof Flash>(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  kind: Kind,
  value: Flash[Kind],
): string {
  const text = JSON.stringify({ kind, until: plus(ports.clock.now(), keptSeconds), value });
  const sealed = ports.sealer.seal("flash", Buffer.from(text));
  return cookies.write(cookies.flash, sealed, keptSeconds);
}

/** What this browser was left of the given kind, if it is not too old. */
export function findFlash<Kind extends keyof Flash>(
  { cookies, ports }: Pick<Web, "cookies" | "ports">,
  incoming: Incoming,
  kind: Kind,
): Flash[Kind] | undefined {
  const cookie = incoming.cookie(cookies.flash);
  if (cookie === undefined) return undefined;
  const flash = parseJsonBytes(ports.sealer.open("flash", cookie));
  if (flash?.kind !== kind || ports.clock.now() >= Number(flash.until)) return undefined;
  // Only `keepFlash` can have sealed it, so its shape is that of the kind.
  return flash.value as Flash[Kind];
}

/** The header that takes it away, if there is one. */
export function endFlash({ cookies }: Pick<Web, "cookies">, incoming: Incoming): ReplyHeaders {
  return incoming.cookie(cookies.flash) === undefined
    ? {}
    : { "set-cookie": cookies.write(cookies.flash, "", 0) };
}
