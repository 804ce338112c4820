import { changePassword, hasOtherWay } from "../../flows/person/change-password.ts";
import { namesOfPerson } from "../../flows/person/new-password.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { listOwnUpstreams } from "../../flows/upstream/link.ts";
import { newPasswordLengthMin } from "../../identity/password.ts";
import { type ChangePasswordPageModel, renderChangePasswordPage } from "../../pages/change-password.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import { ownPagePath } from "../paths.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { signedInCookies } from "./completed-sign-in.ts";
import { openOwnPage, tooManyActs } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { ownFormOf, settingsFrame } from "./settings.ts";

const page = "account/password";

/** GET of the page on which a person changes, sets or removes the password. */
export function getChangePassword(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, page, (person) => changePasswordPage(web, incoming, person));
}

/** GET of the address that password managers open (W3C, A Well-Known URL for Changing Passwords). */
export function getWellKnownChangePassword(web: Web): Reply {
  return web.replies.redirect(303, ownPagePath(web.paths, page));
}

export async function postChangePassword(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  return openOwnPage(web, incoming, page, async (person) => {
    const outcome = await changePassword(web.ports, person, {
      ...ownFormOf(incoming, fields),
      removes: fields.only("remove") !== undefined,
      newPassword: fields.only("new_password"),
    });
    switch (outcome.kind) {
      case "stale":
        return redirectWithFlash(web, incoming, { told: { isStale: true } satisfies Told });
      case "again":
        return redirectWithFlash(web, incoming, { told: { problem: outcome.problem } satisfies Told });
      case "throttled":
        return tooManyActs(web, incoming, outcome.wait);
      case "signed-out":
        return web.replies.redirect(303, `${web.paths.signIn}?${queryTo(page)}`);
      case "changed":
      case "removed":
        return redirectWithFlash(web, incoming, {
          told: { done: outcome.kind } satisfies Told,
          session: outcome.person.session.id,
          cookies: signedInCookies(web, outcome),
        });
      default:
        return unreachable(outcome);
    }
  });
}

type Told = Pick<ChangePasswordPageModel, "done" | "isStale" | "problem">;

async function changePasswordPage(web: Web, incoming: Incoming, person: SessionFacts): Promise<Reply> {
  const told: Told = findFlash<Told>(web, incoming) ?? {};
  const { account } = person;
  const { username, hasTotp: hasSecondFactor = false } = account;
  const upstreams = await listOwnUpstreams(web.ports, account);
  const hasUpstreams = upstreams.length > 0;
  const frame = await settingsFrame(web, incoming, page, person, hasUpstreams);
  const model: ChangePasswordPageModel = {
    ...frame.model,
    ...frame.form("change-password"),
    username,
    names: namesOfPerson({ ...account, hasSecondFactor }),
    lengthMin: newPasswordLengthMin({ hasSecondFactor }),
    hasPassword: account.passwordHash !== undefined,
    isRemovable: hasOtherWay(account, upstreams),
    done: told.done,
    isStale: told.isStale,
    problem: told.problem,
  };
  const status = told.isStale ? 403 : told.problem === undefined ? 200 : 400;
  return frame.reply(status, renderChangePasswordPage(model, frame.texts));
}
