import { isPasskeyAnswer } from "../../flows/authorize/prove-passkey.ts";
import {
  createOwnAccount,
  findInvitation,
  type NewAccountProblem,
  newAccountRequest,
  type OpenedInvitation,
} from "../../flows/person/new-account.ts";
import {
  parseUserHandle,
  passkeyAlgorithms,
  readRegistration,
  userHandleOf,
} from "../../identity/passkey.ts";
import { newPasswordLengthMin } from "../../identity/password.ts";
import { type NewAccountPasskey, renderNewAccountPage } from "../../pages/new-account.ts";
import type { PasskeyCreationRequest } from "../../pages/passkey-creation.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash, typedText } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, csrfTokenFor, ensureBrowserCookie, type Web } from "../web.ts";
import { offersPasskey, replyToSignIn, signedInCookies } from "./completed-sign-in.ts";
import {
  deadLinkPage,
  linkFormReply,
  linkSecretIn,
  passwordProblem,
  type ShownProblem,
  waitingOf,
} from "./link-form.ts";
import { replyWithCodes } from "./new-codes-page.ts";
import { readPageForm } from "./page-form.ts";

const lengthMin = newPasswordLengthMin({ hasSecondFactor: false });

/** GET of the link of a sign-up or an invitation. It shows the form and creates nothing, because mail scanners open links. */
export async function getNewAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const invitation = await findInvitation(web.ports, linkSecretIn(incoming.query));
  if (invitation === undefined) return deadInvitation(web, incoming);
  return newAccountPage(web, incoming, invitation, findFlash<Told>(web, incoming) ?? {});
}

/** What the answer to the form leaves for the page. */
interface Told {
  readonly username?: string;
  readonly problem?: NewAccountProblem;
  /** A passkey that the browser made and the service refused. */
  readonly removed?: string | undefined;
}

/** POST of the form. */
export async function postNewAccount(web: Web, incoming: Incoming): Promise<Reply> {
  const form = await readPageForm(web, incoming);
  if ("status" in form) return form;
  const { query } = incoming;
  const [username, passkey] = [form.only("username"), form.only("passkey")];
  const outcome = await createOwnAccount(web.ports, {
    secret: linkSecretIn(query),
    query,
    username,
    password: form.only("new_password"),
    passkey,
    userHandle: parseUserHandle(form.only("user_handle") ?? ""),
    unnamed: web.textsFor(incoming).passkeys.unnamed,
    offersPasskey: offersPasskey(web, incoming, passkey),
    step: form.only("step"),
    browser: incoming.browser,
    context: incoming,
  });
  switch (outcome.kind) {
    case "dead":
      // The page of the link tells that the link is dead.
      return redirectWithFlash(web, incoming, {});
    case "again": {
      const { invitation, problem } = outcome;
      // No account has the refused passkey, so the browser should forget it.
      const removed = isPasskeyAnswer(passkey) ? readRegistration(passkey)?.id : undefined;
      const kept: Told = { username: typedText(username) };
      return problem.kind === "no-cookie"
        ? newAccountPage(web, incoming, invitation, { ...kept, problem, removed })
        : redirectWithFlash(web, incoming, { told: { problem, removed } satisfies Told, kept });
    }
    case "signed-in":
      return replyToSignIn(web, incoming, outcome.query, outcome.signedIn);
    case "codes": {
      const { session } = outcome.signedIn;
      const cookies = signedInCookies(web, outcome.signedIn);
      return replyWithCodes(web, `${web.paths.enrol}?${outcome.query}`, {
        session,
        codes: outcome.codes,
        cookies,
      });
    }
    default:
      return unreachable(outcome);
  }
}

/** What the address of the page says besides the link, so that reload and Back keep it. */
interface ShownWay {
  readonly chosen?: "passkey" | "password" | undefined;
  /** The username that was typed before the person chose the way. */
  readonly username: string | undefined;
}

function readWay(query: string): ShownWay {
  const parameters = parseParameters(query);
  const [way, username] = parameters.ok
    ? [parameters.value.only("way"), parameters.value.only("username")]
    : [];
  return { chosen: way === "passkey" || way === "password" ? way : undefined, username };
}

/** How the page asks for a passkey. */
function passkeyWay(
  { paths, ports }: Web,
  query: string,
  creation: Pick<PasskeyCreationRequest, "userHandle" | "username" | "removed">,
): NewAccountPasskey | undefined {
  const { passkeys, brandName: site } = ports.settings;
  if (passkeys === undefined) return undefined;
  const page = `${paths.newAccount}?link=${linkSecretIn(query)}`;
  return {
    passkeyHref: `${page}&way=passkey`,
    passwordHref: `${page}&way=password`,
    chosen: readWay(query).chosen,
    creation: {
      ...creation,
      rpId: passkeys.rpId,
      site,
      displayName: creation.username,
      algorithms: passkeyAlgorithms,
      known: [],
    },
  };
}

function newAccountPage(
  web: Web,
  incoming: Incoming,
  { link, address, resumed }: OpenedInvitation,
  told: Told,
): Reply {
  const { query } = incoming;
  const { removed } = told;
  const username = told.username ?? typedText(readWay(query).username ?? address);
  const { problem, refusal } = told.problem === undefined ? {} : shownProblem(web, incoming, told.problem);
  const { application, texts } = waitingOf(web, incoming, resumed);
  const browserCookie = ensureBrowserCookie(web, incoming);
  const cspNonce = createNonce(web);
  const userHandle = userHandleOf(web.ports.random.bytes(32));
  const passkey = passkeyWay(web, query, { userHandle, username: address, removed });
  const asksForPasskey = passkey !== undefined && passkey.chosen !== "password";
  const request = newAccountRequest(query, asksForPasskey ? userHandle : undefined);
  const model = {
    cspNonce,
    application,
    formAction: `${web.paths.newAccount}?${query}`,
    csrfToken: csrfTokenFor(web, { step: "new-account", browser: browserCookie.value, request }),
    isInvitation: link.kind === "invite",
    address,
    username,
    password: {
      lengthMin,
      names: [address],
      problem: refusal,
      isFocused: refusal !== undefined || (problem === undefined && !asksForPasskey),
    },
    passkey,
    problem,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderNewAccountPage(model, texts);
  const redirectUri = resumed.request?.redirectUri;
  return linkFormReply(web, browserCookie, { html, cspNonce, problem, redirectUri });
}

function shownProblem(web: Web, incoming: Incoming, problem: NewAccountProblem): ShownProblem {
  const words = web.textsFor(incoming).newAccount;
  const wrong = (field: string, sentence: string): ShownProblem => ({
    problem: { kind: "field", field, sentence },
  });
  switch (problem.kind) {
    case "password":
      return passwordProblem(web, incoming, problem.reason, lengthMin);
    case "throttled":
      return { problem: { kind: "throttled", waitSeconds: problem.wait } };
    case "username-unusable":
      return wrong("username", words.usernameUnusable);
    case "username-taken":
      return wrong("username", words.usernameTaken);
    case "username-reserved":
      return wrong("username", words.usernameReserved);
    case "address-taken":
      return wrong("address", words.addressTaken);
    case "passkey-refused":
      return wrong("passkey", web.textsFor(incoming).passkeyCreation.notAdded);
    case "stale":
    case "no-cookie":
    case "busy":
      return { problem };
    default:
      return unreachable(problem);
  }
}

function deadInvitation(web: Web, incoming: Incoming): Reply {
  return deadLinkPage(web, incoming, web.ports.settings.signUp === "open" ? web.paths.signUp : undefined);
}
