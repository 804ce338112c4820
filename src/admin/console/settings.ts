import type { SettingRecord } from "../../flows/operator/administration.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { badge, panel, rowsOf } from "./parts.ts";
import { type Screen, show, type Visit } from "./visit.ts";

/** Every setting of the process that answers, with its source. Secrets stay hidden. */
export const settingScreen: Screen = { path: "/settings", scope: "settings:read", get: listSettings };

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
  const settings = visit.web.administration.settings();
  const headingOf = ({ setting }: SettingRecord) =>
    groups.find(([, names]) => names.test(setting.replace("LATCHKEY_", "")))?.[0];
  const panels = groups.flatMap(([heading]) => {
    const own = settings.filter((setting) => headingOf(setting) === heading);
    return own.length === 0 ? [] : [panel(heading, settingRows(own))];
  });
  return show(visit, {
    title: "Settings",
    lead: "The settings that the process that answers was started with. They are read once, at the start.",
    main: html`
      <p>Change a setting in the environment, in <code>.env</code>, in the file that <code>--config</code> names, or with a flag; then start the service again. <code>${visit.web.runLatchkey} config validate</code> checks the settings before that.</p>
      ${panels}`,
  });
}

function settingRows(settings: readonly SettingRecord[]): SafeHtml {
  const rows = settings.map(({ setting, value, origin }) => ({
    // A line of a narrow page ends at an underscore.
    name: html`${setting.split("_").map((word, index) => html`${index > 0 && html`_<wbr>`}${word}`)}`,
    detail: value === null ? "not set" : html`<code>${value}</code>`,
    state: origin === "default" ? origin : badge(origin),
  }));
  return rowsOf(rows, "");
}
