import type { Person } from "../../flows/authorize/visit.ts";
import { type CsrfRefusal, verifyCsrfToken } from "../../flows/csrf-token.ts";
import {
  addPasskey,
  listOwnPasskeys,
  type OwnPasskeys,
  removePasskey,
  renamePasskey,
} from "../../flows/person/passkeys.ts";
import type { Account } from "../../identity/account.ts";
import { parseCredentialId, parseUserHandle, passkeyAlgorithms } from "../../identity/passkey.ts";
import type { PasskeyCreationRequest } from "../../pages/passkey-creation.ts";
import {
  type PasskeysDone,
  type PasskeysPageModel,
  type PasskeysProblem,
  renderPasskeysPage,
} from "../../pages/passkeys.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import type { Result } from "../../values/result.ts";
import type { Instant } from "../../values/time.ts";
import { findFlash, redirectWithFlash, typedText } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, personOf, type Web } from "../web.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { statusOfProblem } from "./problem-status.ts";
import { settingsModelOf, textsForPerson } from "./settings.ts";

/** What was just done, or why it was not. */
interface Told {
  readonly problem?: PasskeysProblem["kind"];
  readonly done?: PasskeysDone;
  /** The passkey whose new name was not taken, and what was typed. */
  readonly typed?: PasskeysPageModel["typed"];
  /** The id of a passkey that was just removed. */
  readonly removed?: string;
}

/** GET of the page of passkeys. */
export function getPasskeys(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, "account/passkeys", (person) => passkeysPage(web, incoming, person));
}

/** POST of the page of passkeys: adds the one that the browser created, or renames or removes one. */
export async function postPasskeys(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  return openOwnPage(web, incoming, "account/passkeys", async (person) => {
    const told =
      form.only("change") === undefined
        ? await add(web, incoming, person, form)
        : await change(web, incoming, person, form);
    return redirectWithFlash(web, incoming, { told });
  });
}

/** What the browser needs so that it can create a passkey for this person, at the relying party `rpId`. */
function creationRequestOf(
  { ports }: Web,
  account: Account,
  { passkeys, userHandle }: OwnPasskeys,
  rpId: string,
): PasskeyCreationRequest {
  const { username, displayName } = personOf(account);
  const known = passkeys.map(({ id }) => id);
  const site = ports.settings.brandName;
  return { rpId, site, userHandle, username, displayName, algorithms: passkeyAlgorithms, known };
}

/** Checks that a form was shown to this person in this browser; `request` is the user handle if it creates a passkey. */
function verifyStep(
  web: Web,
  incoming: Incoming,
  { session }: Person,
  step: string | undefined,
  request: string,
): Result<Instant, CsrfRefusal> {
  const browser = incoming.cookie(web.cookies.browser);
  return verifyCsrfToken(web.ports.sealer, step, {
    step: "passkeys",
    browser,
    request,
    sessionId: session.id,
  });
}

async function add(web: Web, incoming: Incoming, person: Person, form: Parameters): Promise<Told> {
  const token = form.only("step");
  const userHandle = parseUserHandle(form.only("user_handle") ?? "");
  if (token === undefined || userHandle === undefined) return { problem: "stale" };
  const step = verifyStep(web, incoming, person, token, userHandle);
  if (!step.ok) return { problem: "stale" };
  const added = await addPasskey(web.ports, person, {
    answer: form.only("passkey") ?? "",
    challenge: { token, shownAt: step.value },
    userHandle,
    unnamed: textsForPerson(web, incoming, person.account).passkeys.unnamed,
    browser: incoming.browser,
    context: incoming,
  });
  if (added.ok) return { done: { kind: "added", name: added.value.name } };
  return { problem: problemOf[added.reason] };
}

const problemOf = { stale: "stale", refused: "notAdded", exists: "already", "too-many": "full" } as const;

async function change(web: Web, incoming: Incoming, person: Person, form: Parameters): Promise<Told> {
  const step = verifyStep(web, incoming, person, form.only("step"), "");
  if (!step.ok) return { problem: "stale" };
  const id = parseCredentialId(form.only("id") ?? "");
  if (id === undefined) return { problem: "gone" };
  if (form.only("change") === "rename") {
    const renamed = await renamePasskey(web.ports, person, {
      id,
      typed: form.only("name") ?? "",
      context: incoming,
    });
    if (renamed.ok) return { done: { kind: "renamed", name: renamed.value } };
    if (renamed.reason === "gone") return { problem: "gone" };
    return { problem: "badName", typed: { id, name: typedText(form.only("name")) } };
  }
  const from = { browser: incoming.browser, context: incoming };
  const removed = await removePasskey(web.ports, person, id, from);
  if (!removed.ok) return { problem: removed.reason };
  return { done: { kind: "removed", name: removed.value.name }, removed: id };
}

async function passkeysPage(web: Web, incoming: Incoming, person: Person): Promise<Reply> {
  const { passkeys: settings } = web.ports.settings;
  if (settings === undefined) return web.errorResponses.notFound(incoming, undefined);
  const told: Told = findFlash<Told>(web, incoming) ?? {};
  const { session, account } = person;
  const own = await listOwnPasskeys(web.ports, account.id);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const step = { step: "passkeys", browser: browserCookie.value, sessionId: session.id } as const;
  const model: PasskeysPageModel = {
    ...(await settingsModelOf(web, account, cspNonce)),
    formAction: `${web.paths.account}/passkeys`,
    additionToken: csrfTokenFor(web, { ...step, request: own.userHandle }),
    csrfToken: csrfTokenFor(web, { ...step, request: "" }),
    creation: { ...creationRequestOf(web, account, own, settings.rpId), removed: told.removed },
    passkeys: own.passkeys,
    problem: told.problem && { kind: told.problem },
    typed: told.typed,
    done: told.done,
  };
  const html = renderPasskeysPage(model, textsForPerson(web, incoming, account));
  const headers = browserCookie.setCookie === undefined ? {} : { "set-cookie": browserCookie.setCookie };
  return web.replies.page(statusOfProblem(told.problem), html, cspNonce, { headers });
}
