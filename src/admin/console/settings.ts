import type { SettingRecord } from "../../flows/operator/administration.ts";
import type { Reply } from "../../http/reply.ts";
import { badge } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import { filterChip, nothingFound, searchOf } from "./listing.ts";
import { breakable, counted } from "./parts.ts";
import { typedCommand } from "./repairs.ts";
import { scriptFor } from "./script.ts";
import { type Column, chipsOf, itemTable } from "./table.ts";
import { type Screen, show, type Visit } from "./visit.ts";

/** Every setting of the process that answers, with its source. Secrets stay hidden. */
export const settingScreen: Screen = { path: "/settings", scope: "settings:read", get: listSettings };

const list = {
  path: "/settings",
  label: "Name, value or purpose",
  noun: ["setting", "settings"],
  filters: ["changed"],
} as const;

/** Headings, and the settings below each by name. The first match wins. */
const groups: readonly (readonly [heading: string, names: RegExp])[] = [
  ["Address and network", /^(BASE_URL|HOST|PORT|TRUSTED_PROXIES|HSTS_)/],
  ["Database and master key", /^(DATABASE_|DATA_DIR|SECRET)/],
  ["Codes, tokens and sessions", /^(CODE_|ACCESS_TOKEN_|SESSION_)/],
  ["Accounts and sign-in", /^(PASSKEY_|SIGN_UP|REQUIRE|CONSOLE_|DELETION_)/],
  ["Applications that register themselves", /^(REGISTRATION|CLIENT_DOCUMENTS)/],
  ["Look", /^BRAND_/],
  ["Mail", /^(SMTP_|MAIL_)/],
  ["Backups", /^BACKUP_/],
  ["Process and logs", /^/],
];

function listSettings(visit: Visit): Reply {
  const wanted = visit.query.get("q")?.trim().toLowerCase() ?? "";
  const isChangedAlone = visit.query.get("changed") === "true";
  const headingOf = ({ setting }: SettingRecord) =>
    groups.find(([, names]) => names.test(setting.replace("LATCHKEY_", "")))?.[0] ?? "";
  const found = visit.web.administration
    .settings()
    .filter(({ origin }) => !isChangedAlone || origin !== "default")
    .filter((record) =>
      `${Object.values(record).join(" ")} ${headingOf(record)}`.toLowerCase().includes(wanted),
    );
  const byHeading = Map.groupBy(found, headingOf);
  const tables = groups.map(([heading]) => {
    const items = byHeading.get(heading);
    return (
      items &&
      html`<section class="list"><h2>${heading}</h2>${itemTable({ caption: heading, columns, items })}</section>`
    );
  });
  return show(visit, {
    title: "Settings",
    lead: html`This process read them at its start. Change one where the service is started: in the environment, in <code>.env</code> or in the configuration file. Then check them there, and start the service again.`,
    main: html`
      <div class="list">
        <div class="tools">
          ${searchOf(visit, list)}
          <div id="chips" data-found>${chipsOf([filterChip(visit, list, "Changed from the default", ["changed", "true"])])}</div>
        </div>
        <div class="list" id="found" data-found>
          ${tables}
          ${found.length === 0 && nothingFound(visit, list)}
          <p class="paging" id="count">${counted(found.length, ...list.noun)}</p>
        </div>
        <p class="vh" id="found-count" role="status"></p>
      </div>
      ${typedCommand(visit, "latchkey config validate", "validate")}`,
    script: scriptFor("search", "copy"),
  });
}

const columns: readonly Column<SettingRecord>[] = [
  { name: "Setting", kind: "text", cell: ({ setting }) => breakable(setting) },
  {
    name: "Value",
    kind: "note",
    cell: ({ value, help }) =>
      html`${value === null ? "not set" : html`<code>${value}</code>`}<br><span class="muted">${help}</span>`,
  },
  { name: "From", cell: ({ origin }) => (origin === "default" ? origin : badge(origin)) },
];
