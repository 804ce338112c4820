import type { ClientLogo, ClientLogos } from "../../flows/logo-ports.ts";
import type { LogoKind } from "../../protocol/client/logo.ts";
import { parseClientId } from "../../values/ids.ts";
import { instantOf } from "../../values/time.ts";
import { type Engine, get, run } from "./fact.ts";
import { blob, has, integer, parsed, type Row, text } from "./rows.ts";

/** The logos of clients. A row goes with its client: ON DELETE CASCADE. */
export function clientLogosOn(engine: Engine): ClientLogos {
  const sql = statements(engine);
  return {
    find: (clientId) => engine.get(sql.find, { clientId }, clientLogoOf),
    keep: ({ clientId, uri, fetchedAt, picture }) =>
      engine.write("relaxed", function* () {
        if (!(yield* get(sql.holdClient, { clientId }))) return;
        yield* run(sql.keep, { clientId, uri, fetchedAt, kind: picture?.kind, bytes: picture?.bytes });
      }),
  };
}

function statements({ sql, keyLock }: Engine) {
  return {
    find: sql("SELECT client_id, uri, fetched_at, kind, bytes FROM client_logos WHERE client_id = :clientId"),
    holdClient: sql(`SELECT id FROM clients WHERE id = :clientId${keyLock}`),
    keep: sql(
      `INSERT INTO client_logos (client_id, uri, fetched_at, kind, bytes)
       VALUES (:clientId, :uri, :fetchedAt, :kind, :bytes)
       ON CONFLICT (client_id) DO UPDATE SET uri = excluded.uri, fetched_at = excluded.fetched_at,
         kind = excluded.kind, bytes = excluded.bytes`,
    ),
  };
}

function clientLogoOf(row: Row): ClientLogo {
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
