import type { ClientLogo } from "../../flows/logo-ports.ts";
import type { LogoKind } from "../../protocol/client/logo.ts";
import { parseClientId } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import type { Row } from "./rows.ts";
import { blob, has, integer, parsed, text } from "./rows.ts";

/** Reads a row of `client_logos`. */
export function clientLogoOf(row: Row): ClientLogo {
  const logo = {
    clientId: parsed("client_id", parseClientId(text(row, "client_id"))),
    uri: text(row, "uri"),
    fetchedAt: instantOf(integer(row, "fetched_at")),
  };
  if (!has(row, "kind")) return logo;
  return { ...logo, picture: { kind: kindOf(text(row, "kind")), bytes: blob(row, "bytes") } };
}

function kindOf(kind: string): LogoKind {
  const isKnown = kind === "png" || kind === "jpeg" || kind === "webp" || kind === "gif";
  return parsed("kind", isKnown ? kind : undefined);
}
