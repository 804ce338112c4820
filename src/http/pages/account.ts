import { keepLanguage, withdrawOwnConsent } from "../../flows/person/account.ts";
import { listAppPasswords } from "../../flows/person/app-passwords.ts";
import { listOtherBrowsers } from "../../flows/person/browsers.ts";
import { listUsedApplications, type UsedApplication } from "../../flows/person/used-applications.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { listOwnUpstreams } from "../../flows/upstream/link.ts";
import { type AccountPageModel, renderAccountPage, type ShownApplication } from "../../pages/account.ts";
import { type Language, parseLanguage } from "../../protocol/language.ts";
import { parseClientId } from "../../values/ids.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { abilitiesOf, type Web } from "../web.ts";
import { shownApisOf } from "./access.ts";
import { applicationOf } from "./application.ts";
import { languageCookie } from "./language-picker.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { ownFormOf, settingsFrame } from "./settings.ts";

/** GET of the account's first page. */
export function getAccount(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, "account", (person) => accountPage(web, incoming, person));
}

/** POST of the page: withdraws the consent to the client that the pressed button names, or keeps the person's language. */
export async function postAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  const form = ownFormOf(incoming, fields);
  const tell = (told: Told, cookies?: readonly string[]) =>
    redirectWithFlash(web, incoming, { told, cookies });
  return openOwnPage(web, incoming, "account", async (person) => {
    const language = parseLanguage(fields.only("language"));
    if (language !== undefined) {
      if (!(await keepLanguage(web.ports, person, form, language))) return tell({ isStale: true });
      return tell({ done: { kind: "language" } }, [languageCookie(web, language)]);
    }
    const clientId = parseClientId(fields.only("client") ?? "");
    const outcome = await withdrawOwnConsent(web.ports, person, form, clientId);
    if (outcome.kind === "stale") return tell({ isStale: true });
    const { client } = outcome;
    return tell({
      done: client && {
        kind: "withdrawn",
        application: applicationOf(web, client, undefined).clientName,
      },
    });
  });
}

type Told = Pick<AccountPageModel, "isStale" | "done">;

async function accountPage(web: Web, incoming: Incoming, person: SessionFacts): Promise<Reply> {
  const { isStale, done } = findFlash<Told>(web, incoming) ?? {};
  const { account } = person;
  const [others, passkeys, codes, appPasswords, upstreams] = await Promise.all([
    listOtherBrowsers(web.ports, person),
    web.ports.passkeys.list(account.id),
    web.ports.recoveryCodes.find(account.id),
    listAppPasswords(web.ports, account),
    listOwnUpstreams(web.ports, account),
  ]);
  const used = await listUsedApplications(web.ports, account, appPasswords);
  const hasUpstreams = upstreams.length > 0;
  const frame = await settingsFrame(web, incoming, "account", person, hasUpstreams);
  const model: AccountPageModel = {
    ...frame.model,
    name: account.name,
    email: account.email,
    credentials: {
      hasPassword: account.passwordHash !== undefined,
      hasTotp: account.hasTotp ?? false,
      passkeys: passkeys.length,
      recoveryCodes: codes?.digests.length ?? 0,
      appPasswords: appPasswords.length,
      upstreams: upstreams.filter(({ identity }) => identity !== undefined).length,
    },
    browsers: others.length + 1,
    ...frame.form("account"),
    applications: used.map((application) => shownApplication(web, application, frame.texts.lang)),
    done,
    isStale,
    homeHref: web.paths.home,
  };
  const html = renderAccountPage(model, frame.texts);
  return frame.reply(isStale ? 403 : 200, html);
}

function shownApplication(
  web: Web,
  { client, scope, apis, grantedAt, lastUsedAt, lastSignInAt, hasAccess }: UsedApplication,
  language: Language,
): ShownApplication {
  const { clientName, clientHost, unverifiedName, logoSrc } = applicationOf(
    web,
    client,
    client.redirectUris[0],
  );
  return {
    clientId: client.id,
    name: clientName,
    host: clientHost,
    unverifiedName,
    rights: scope && { abilities: abilitiesOf(scope), apis: shownApisOf(scope, apis, language) },
    allowedAt: grantedAt,
    lastUsedAt,
    lastSignInAt,
    hasAccess,
    logoSrc,
  };
}
