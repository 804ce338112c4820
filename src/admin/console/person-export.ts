import { accountRecord } from "../../flows/operator/account-record.ts";
import {
  type PeopleFilter,
  type Person,
  type PersonPosition,
  peopleOrders,
} from "../../flows/people-ports.ts";
import type { Reply } from "../../http/reply.ts";
import { isoTime } from "../../values/time.ts";
import { csvDownload } from "./csv-download.ts";
import { filterIn } from "./person-filter.ts";
import { personListScreen } from "./person-list.ts";
import { registryOf, type Screen, type Visit } from "./visit.ts";

const scope = "users:read";
const pageLength = 200;

const headings = [
  "user_id",
  "username",
  "email",
  "email_verified",
  "name",
  "groups",
  "admin",
  "disabled",
  "passkey",
  "totp",
  "require",
  "imported",
  "last_sign_in_at",
  "created_at",
  "sub",
];

/** The people of a filter as a file. */
export const personExportScreen: Screen = {
  path: "/people/export",
  scope,
  answers: "download",
  get: (visit) => {
    const filter = filterIn(visit);
    // If the filter is unreadable, the list says so. A file without the filter would hold more people than were asked for.
    return filter.ok
      ? exported(visit, filter.value)
      : (personListScreen.get?.(visit) as Reply | Promise<Reply>);
  },
};

async function exported(visit: Visit, filter: PeopleFilter): Promise<Reply> {
  const { web, query } = visit;
  const { audit } = registryOf(visit);
  // The audit entry is written before any data is output.
  const isFiltered = Object.values(filter).some((wanted) => wanted !== undefined);
  await web.administration.auditTrail.append([audit.entry("users-exported", undefined, { isFiltered })]);
  const order = peopleOrders.find((each) => each === query.get("sort")) ?? "created";
  return csvDownload<PersonPosition>(visit, {
    file: "people.csv",
    scope,
    headings,
    read: async (after) => {
      const { items, next } = await web.ports.people.list({ filter, order, limit: pageLength, after });
      return { lines: items.map(cellsOf), next };
    },
  });
}

function cellsOf({ account, lastSignInAt, isImported }: Person): readonly (string | null | undefined)[] {
  const record = accountRecord(account);
  return [
    record.user_id,
    record.username,
    record.email,
    record.email_verified === null ? null : `${record.email_verified}`,
    record.name,
    record.groups.join(" "),
    `${record.admin}`,
    `${record.disabled}`,
    `${record.passkey}`,
    `${record.totp}`,
    record.require,
    `${isImported}`,
    lastSignInAt && isoTime(lastSignInAt),
    record.created_at,
    record.sub,
  ];
}
