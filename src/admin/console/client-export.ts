import { isWanted, type ListedClient, lastUseOf, listClients } from "../../flows/operator/client-use.ts";
import type { Reply } from "../../http/reply.ts";
import { isoTime } from "../../values/time.ts";
import { clientQueryOf } from "./client-list.ts";
import { kindOf } from "./client-words.ts";
import { csvDownload } from "./csv-download.ts";
import { registryOf, type Screen, type Visit } from "./visit.ts";

const scope = "clients:read";
const pageLength = 200;

const headings = [
  "client_id",
  "name",
  "kind",
  "redirect_uris",
  "sign_ins_30_days",
  "tokens_30_days",
  "last_used_at",
  "disabled",
  "created_at",
];

/**
 * The applications of a filter as a file, in the order of their registration. It has all of them, even if the list has too many to sort.
 */
export const clientExportScreen: Screen = {
  path: "/clients/export",
  scope,
  answers: "download",
  get: exported,
};

async function exported(visit: Visit): Promise<Reply> {
  const { ports, administration } = visit.web;
  const { audit } = registryOf(visit);
  const { search, kind, state, asking } = clientQueryOf(visit);
  const isFiltered = [search, kind, state].some((wanted) => wanted !== undefined);
  await administration.auditTrail.append([audit.entry("clients-exported", undefined, { isFiltered })]);
  const all = { ...ports, statistics: administration.statistics };
  return csvDownload(visit, {
    file: "applications.csv",
    scope,
    headings,
    read: async (after: Parameters<typeof listClients>[1]["after"]) => {
      const { items, next } = await listClients(all, { search, limit: pageLength, after, asking });
      return { lines: items.filter((used) => isWanted(used, { kind, state })).map(cellsOf), next };
    },
  });
}

function cellsOf(listed: ListedClient): readonly (string | undefined)[] {
  const { client, signIns, tokens } = listed;
  const usedAt = lastUseOf(listed);
  return [
    client.id,
    client.name,
    kindOf(client, { isBrief: true }),
    client.redirectUris.join(" "),
    `${signIns}`,
    `${tokens?.count ?? 0}`,
    usedAt && isoTime(usedAt),
    `${client.isDisabled}`,
    isoTime(client.createdAt),
  ];
}
