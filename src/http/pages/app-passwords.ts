import type { Person } from "../../flows/authorize/visit.ts";
import {
  listAppPasswords,
  listAppPasswordTakers,
  type MadeAppPassword,
  makeAppPassword,
  type OwnAppPassword,
  revokeAppPassword,
} from "../../flows/person/app-passwords.ts";
import { formatAppPassword } from "../../identity/app-password.ts";
import { type AppPasswordsPageModel, renderAppPasswordsPage } from "../../pages/app-passwords.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { formatSessionId } from "../../values/ids.ts";
import { findFlash, openSealed, redirectWithFlash, typedText, writeSealed } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { statusOfProblem } from "./problem-status.ts";
import { isFormOf, ownFormOf, settingsFrame } from "./settings.ts";

const page = "account/app-passwords";

type Told = Pick<AppPasswordsPageModel, "problem" | "revoked" | "typed">;

/** GET of the page of app passwords. */
export function getAppPasswords(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, page, (person) => appPasswordsPage(web, incoming, person));
}

/** POST of that page: makes an app password, revokes one, or puts away the one that is shown. */
export async function postAppPasswords(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  return openOwnPage(web, incoming, page, (person) => {
    if (form.only("change") === "done")
      return redirectWithFlash(web, incoming, { cookies: putAway(web, incoming) });
    return form.only("change") === "make"
      ? make(web, incoming, person, form)
      : revoke(web, incoming, person, form);
  });
}

async function make(web: Web, incoming: Incoming, person: Person, form: Parameters): Promise<Reply> {
  const typed = { name: form.only("name") ?? "", clientId: form.only("application") ?? "" };
  const made = await makeAppPassword(web.ports, person, ownFormOf(incoming, form), typed);
  if (!made.ok) {
    const again = isFormOf(person, form)
      ? { name: typedText(typed.name), clientId: typed.clientId }
      : undefined;
    const told: Told = { problem: made.reason, typed: again };
    return redirectWithFlash(web, incoming, { told });
  }
  return redirectWithFlash(web, incoming, { cookies: [keep(web, person, made.value)] });
}

async function revoke(web: Web, incoming: Incoming, person: Person, form: Parameters): Promise<Reply> {
  const revoked = await revokeAppPassword(
    web.ports,
    person,
    ownFormOf(incoming, form),
    form.only("revoke") ?? "",
  );
  const told: Told = revoked.ok ? { revoked: revoked.value.name } : { problem: revoked.reason };
  return redirectWithFlash(web, incoming, { told });
}

/**
 * A new app password as the browser keeps it, sealed, for five minutes: a reload of the page shows it again, and the service stores none
 * in clear. A later session of the same person may have proved less, so it is not shown in it.
 */
interface Kept {
  /** The session in which it was made. */
  readonly session: string;
  readonly id: string;
  readonly text: string;
}

function keep(web: Web, { session }: Person, { appPassword, text }: MadeAppPassword): string {
  const kept: Kept = {
    session: formatSessionId(session.id),
    id: appPassword.id,
    text: formatAppPassword(text),
  };
  return writeSealed(web, web.cookies.appPassword, kept);
}

function putAway({ cookies }: Pick<Web, "cookies">, incoming: Incoming): string[] {
  return incoming.cookie(cookies.appPassword) === undefined
    ? []
    : [cookies.write(cookies.appPassword, "", 0)];
}

/** The one that this session made a moment ago, unless it was revoked since. */
function findMade(
  web: Web,
  incoming: Incoming,
  { session, account }: Person,
  own: readonly OwnAppPassword[],
): AppPasswordsPageModel["made"] {
  // Only `keep` can have sealed it.
  const kept = openSealed(web, incoming, web.cookies.appPassword) as Kept | undefined;
  const made = own.find(({ appPassword }) => appPassword.id === kept?.id);
  if (kept?.session !== formatSessionId(session.id) || made === undefined) return undefined;
  const { appPassword, client } = made;
  return {
    name: appPassword.name,
    text: kept.text,
    username: account.username,
    application: client.name,
    origins: client.metadata.protectedOrigins,
  };
}

async function appPasswordsPage(web: Web, incoming: Incoming, person: Person): Promise<Reply> {
  const told = findFlash<Told>(web, incoming) ?? {};
  const frame = await settingsFrame(web, incoming, page, person);
  const own = await listAppPasswords(web.ports, person.account);
  const takers = await listAppPasswordTakers(web.ports, person.account);
  const html = renderAppPasswordsPage(
    {
      ...frame.model,
      ...frame.form("app-passwords"),
      problem: told.problem,
      revoked: told.revoked,
      typed: told.typed,
      made: findMade(web, incoming, person, own),
      appPasswords: own.map(({ appPassword: { id, name, createdAt, lastUsedAt }, client }) => ({
        id,
        name,
        application: client.name,
        createdAt,
        lastUsedAt,
      })),
      applications: takers.map(({ id, name }) => ({ id, name })),
    },
    frame.texts,
  );
  return frame.reply(statusOfProblem(told.problem), html);
}
