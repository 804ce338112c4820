import { accountRecord } from "../../flows/operator/account-record.ts";
import { csvLineOf } from "../../flows/operator/csv.ts";
import {
  type PeopleFilter,
  type Person,
  type PersonPosition,
  peopleOrders,
} from "../../flows/people-ports.ts";
import type { Reply, ReplyStream } from "../../http/reply.ts";
import { isoTime } from "../../values/time.ts";
import { mayGoOn } from "./live.ts";
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

/**
 * Streams everybody in the filter, page by page, as fast as the browser reads. When the operator's visit ends, the connection is aborted,
 * so that the browser can tell that the file is incomplete.
 */
async function exported(visit: Visit, filter: PeopleFilter): Promise<Reply> {
  const { web, query } = visit;
  const { audit } = registryOf(visit);
  // The audit entry is written before any data is output.
  const isFiltered = Object.values(filter).some((wanted) => wanted !== undefined);
  await web.administration.auditTrail.append([audit.entry("users-exported", undefined, { isFiltered })]);
  const order = peopleOrders.find((each) => each === query.get("sort")) ?? "created";
  const write = async (stream: ReplyStream) => {
    let isClosed = false;
    const closed = new Promise<void>((resolve) => stream.onClosed(resolve)).then(() => {
      isClosed = true;
    });
    stream.write(`${headings.join(",")}\r\n`);
    for (let after: PersonPosition | undefined; !isClosed; ) {
      const page = await web.ports.people.list({ filter, order, limit: pageLength, after });
      const lines = page.items.map((person) => `${csvLineOf(cellsOf(person))}\r\n`).join("");
      if (!stream.write(lines)) await Promise.race([new Promise<void>(stream.onDrained), closed]);
      if (page.next === undefined) return stream.end();
      if (!(await mayGoOn(visit, scope))) return stream.cut();
      after = page.next;
    }
    stream.end();
  };
  return web.replies.stream(
    "text/csv; charset=utf-8",
    (stream) => void write(stream).catch(() => stream.cut()),
    {
      "content-disposition": 'attachment; filename="people.csv"',
    },
  );
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
