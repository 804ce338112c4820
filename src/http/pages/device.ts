import type { Person } from "../../flows/authorize/visit.ts";
import {
  answerDevice,
  askAboutDevice,
  type DeviceOutcome,
  type DeviceProblem,
  deviceRequest,
  type WaitingDevice,
} from "../../flows/person/device.ts";
import type { AskedAccess } from "../../pages/access.ts";
import { renderDeviceAnsweredPage, renderDevicePage, renderDeviceQuestionPage } from "../../pages/device.ts";
import { renderNotAdmittedPage } from "../../pages/not-admitted.ts";
import { allowancesOf } from "../../protocol/api/api.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import type { Client } from "../../protocol/client/client.ts";
import { formatUserCode, parseUserCode } from "../../protocol/device/user-code.ts";
import type { Language } from "../../protocol/language.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import type { ClientId } from "../../values/ids.ts";
import { unreachable } from "../../values/result.ts";
import { secondsUntil } from "../../values/time.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply, ReplyHeaders } from "../reply.ts";
import {
  abilitiesOf,
  createNonce,
  csrfTokenFor,
  ensureBrowserCookie,
  hostOf,
  personOf,
  shownNameOf,
  toldOf,
  type Web,
} from "../web.ts";
import { shownApisOf } from "./access.ts";
import { applicationOf } from "./application.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { statusOfProblem } from "./problem-status.ts";

/** More than anybody types for a code; the rest is not shown again. */
const typedLengthMax = 32;

/**
 * GET of the device page (RFC 8628 §3.3). A link that brings the code, `verification_uri_complete`, only fills the field. It
 * looks nothing up, so another site that loads the link uses up none of the person's tries.
 */
export async function getDevice(web: Web, incoming: Incoming): Promise<Reply> {
  const query = parseParameters(incoming.query);
  const linked = canonical(query.ok ? query.value.get("user_code") : undefined);
  const { problem, typed = linked, asked, answered } = findFlash<ToldDevice>(web, incoming) ?? {};
  const show = async (person: Person) => {
    const client = answered && (await web.ports.clients.find(answered.clientId));
    if (client) return answeredPage(web, incoming, person, { client, answer: answered.answer });
    if (asked === undefined) return codePage(web, incoming, person, typed, problem);
    const attempt = { person, userCode: asked, answer: undefined, step: undefined };
    const { browser } = incoming;
    const outcome = await askAboutDevice(web.ports, { ...attempt, browser, context: incoming });
    return replyToOutcome(web, incoming, person, outcome);
  };
  return openOwnPage(web, incoming, "device", show, { carried: carriedOf(linked) });
}

/** What the answer to a form leaves for the page. */
interface ToldDevice {
  readonly problem?: DeviceProblem;
  readonly typed?: string;
  /** The code that the person typed, of the device that the page asks about. */
  readonly asked?: string;
  readonly answered?: Pick<Extract<DeviceOutcome, { kind: "answered" }>, "answer"> & {
    readonly clientId: ClientId;
  };
}

/** A typed code as people see it; empty for a text that cannot be one. */
function canonical(typed: string | undefined): string {
  const userCode = parseUserCode(typed ?? "");
  return userCode === undefined ? "" : formatUserCode(userCode);
}

/** What a sign-in on the way brings back to the page. */
function carriedOf(shownCode: string): string {
  return shownCode === "" ? "" : `user_code=${shownCode}`;
}

/** POST of the device page: a typed code, or the person's answer. */
export async function postDevice(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const userCode = form.only("user_code");
  const answer = form.only("decision");
  const show = async (person: Person) => {
    const outcome = await answerDevice(web.ports, {
      person,
      userCode,
      answer: answer === "allow" || answer === "deny" ? answer : undefined,
      step: form.only("step"),
      browser: incoming.browser,
      context: incoming,
    });
    return redirectAfter(web, incoming, person, { outcome, userCode });
  };
  return openOwnPage(web, incoming, "device", show, { carried: carriedOf(canonical(userCode)) });
}

/** Answers a form with a redirect to the page, which asks about the device or tells the outcome. */
function redirectAfter(
  web: Web,
  incoming: Incoming,
  person: Person,
  { outcome, userCode = "" }: { readonly outcome: DeviceOutcome; readonly userCode: string | undefined },
): Reply {
  const typed = userCode.slice(0, typedLengthMax).toWellFormed();
  switch (outcome.kind) {
    case "ask-code":
      return tell(web, incoming, { problem: outcome.problem }, { typed });
    case "ask-person":
    case "not-admitted":
      // The question comes once. When the page is opened again, it takes another code.
      return tell(web, incoming, { asked: typed }, { typed });
    case "answered":
      return tell(web, incoming, { answered: { answer: outcome.answer, clientId: outcome.client.id } });
    case "too-weak":
      return replyToOutcome(web, incoming, person, outcome);
    default:
      return unreachable(outcome);
  }
}

function tell(web: Web, incoming: Incoming, told: ToldDevice, kept?: ToldDevice): Reply {
  return redirectWithFlash(web, incoming, { told, kept });
}

function replyToOutcome(web: Web, incoming: Incoming, person: Person, outcome: DeviceOutcome): Reply {
  switch (outcome.kind) {
    case "ask-code":
      return codePage(web, incoming, person, "", outcome.problem);
    case "ask-person":
      return questionPage(web, incoming, person, outcome);
    case "too-weak": {
      const { clientId, userCode: code } = outcome.device;
      const carried = `client_id=${clientId}&${carriedOf(formatUserCode(code))}`;
      return web.replies.redirect(303, `${web.paths.signIn}?${queryTo("device", carried)}`);
    }
    case "not-admitted":
      return notAdmittedPage(web, incoming, person, outcome.client);
    case "answered":
      return answeredPage(web, incoming, person, outcome);
    default:
      return unreachable(outcome);
  }
}

function codePage(
  web: Web,
  incoming: Incoming,
  person: Person,
  userCode: string,
  problem?: DeviceProblem,
): Reply {
  const form = formFor(web, incoming, person, "");
  const model = { ...frameOf(web, person), ...form.model, userCode, signOutHref: web.paths.logout, problem };
  const html = renderDevicePage(model, web.textsFor(incoming));
  const retryAfter = problem?.kind === "throttled" ? { "retry-after": String(problem.wait) } : {};
  const headers = { ...form.headers, ...retryAfter };
  return web.replies.page(statusOfProblem(problem?.kind), html, model.cspNonce, { headers });
}

function questionPage(web: Web, incoming: Incoming, person: Person, waiting: WaitingDevice): Reply {
  const { device, client } = waiting;
  const form = formFor(web, incoming, person, deviceRequest(waiting));
  const network = incoming.network();
  const texts = web.textsFor(incoming, [], client);
  const model = {
    ...frameOf(web, person),
    ...form.model,
    ...applicationOf(web, client, client.redirectUris[0]),
    // The browser stays here: the device goes on by itself.
    onwardHost: undefined,
    userCode: formatUserCode(device.userCode),
    asked: client.metadata.isThirdParty ? askedOf(waiting, person, texts.lang) : undefined,
    askedAgo: secondsUntil(device.createdAt, web.ports.codeClock.now()),
    otherNetwork: device.network === network ? undefined : device.network,
    signOutHref: web.paths.logout,
  };
  const html = renderDeviceQuestionPage(model, texts);
  return web.replies.page(200, html, model.cspNonce, { headers: form.headers });
}

function askedOf(
  { device: { scope }, apis }: WaitingDevice,
  { account }: Person,
  language: Language,
): AskedAccess {
  return {
    abilities: abilitiesOf(scope),
    told: toldOf(account),
    apis: shownApisOf(allowancesOf(scope, apis), apis, language),
    isOffline: scope.includes("offline_access"),
  };
}

function notAdmittedPage(web: Web, incoming: Incoming, person: Person, client: Client): Reply {
  const model = {
    ...frameOf(web, person),
    clientName: shownNameOf(client),
    clientHost: hostOfClient(client) ?? "",
    useAnotherHref: web.paths.logout,
  };
  const html = renderNotAdmittedPage(model, web.textsFor(incoming, [], client));
  return web.replies.page(403, html, model.cspNonce);
}

function answeredPage(
  web: Web,
  incoming: Incoming,
  person: Person,
  { client, answer }: Omit<Extract<DeviceOutcome, { kind: "answered" }>, "kind">,
): Reply {
  const { account: accountHref, device: deviceHref } = web.paths;
  const model = { ...frameOf(web, person), clientName: shownNameOf(client), answer, accountHref, deviceHref };
  const html = renderDeviceAnsweredPage(model, web.textsFor(incoming, [], client));
  return web.replies.page(200, html, model.cspNonce);
}

function frameOf(web: Web, { account }: Person) {
  return {
    cspNonce: createNonce(web),
    account: personOf(account),
    homeHref: web.paths.home,
    isInsecureDevelopment: web.isInsecure,
  };
}

/** The form of a page, tied to the session, and the headers that tie it to the browser. */
function formFor(web: Web, incoming: Incoming, { session }: Person, request: string) {
  const browserCookie = ensureBrowserCookie(web, incoming);
  const step = { step: "device", browser: browserCookie.value, request, sessionId: session.id } as const;
  const headers: ReplyHeaders =
    browserCookie.setCookie === undefined ? {} : { "set-cookie": browserCookie.setCookie };
  return { model: { formAction: web.paths.device, csrfToken: csrfTokenFor(web, step) }, headers };
}

function hostOfClient({ redirectUris }: Client): string | undefined {
  const [first] = redirectUris;
  return first === undefined ? undefined : hostOf(first);
}
