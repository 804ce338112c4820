import { changeName } from "../../flows/person/profile.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { type ProfilePageModel, renderProfilePage } from "../../pages/profile.ts";
import { unreachable } from "../../values/result.ts";
import { findFlash, redirectWithFlash } from "../flash.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import type { Web } from "../web.ts";
import { openOwnPage } from "./own-page.ts";
import { readPageForm } from "./page-form.ts";
import { statusOfProblem } from "./problem-status.ts";
import { isFormOf, ownFormOf, settingsFrame } from "./settings.ts";

const page = "account/profile";

/** GET of the page on which a person changes their display name. */
export function getProfile(web: Web, incoming: Incoming): Promise<Reply> {
  return openOwnPage(web, incoming, page, (person) => profilePage(web, incoming, person));
}

export async function postProfile(web: Web, incoming: Incoming): Promise<Reply> {
  const fields = await readPageForm(web, incoming);
  if ("status" in fields) return fields;
  const tell = (told: Told) => redirectWithFlash(web, incoming, { told });
  return openOwnPage(web, incoming, page, async (person) => {
    const name = fields.typed("name");
    const outcome = await changeName(web.ports, person, { ...ownFormOf(incoming, fields), name });
    switch (outcome.kind) {
      case "stale":
        return tell({ problem: "stale", name: isFormOf(person, fields) ? name : undefined });
      case "unusable":
        return tell({ problem: "unusable", name: outcome.name });
      case "changed":
      case "removed":
        return tell({ done: outcome.kind });
      default:
        return unreachable(outcome);
    }
  });
}

type Told = { readonly name?: string | undefined } & Pick<ProfilePageModel, "done" | "problem">;

async function profilePage(web: Web, incoming: Incoming, person: SessionFacts): Promise<Reply> {
  const frame = await settingsFrame(web, incoming, page, person);
  const { name = person.account.name ?? "", done, problem } = findFlash<Told>(web, incoming) ?? {};
  const model = { ...frame.model, ...frame.form("profile"), name, done, problem };
  return frame.reply(statusOfProblem(problem), renderProfilePage(model, frame.texts));
}
