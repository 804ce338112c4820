import type { Reply } from "../../http/reply.ts";
import { linkButton, submitButton } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { formOf, type Values } from "./forms.ts";
import { consolePath, visiblePath } from "./places.ts";
import { refuse } from "./refused-form.ts";
import type { Undo } from "./sealed.ts";
import { type FormScreen, formTo, goTo, type Screen, show, type Visit, valuesOf } from "./visit.ts";

/** A question before an act: its title, its text and the label of the button. */
export interface Question {
  readonly title: string;
  readonly text: Printable;
  /** Fields of the form, if the act needs more than a confirmation. */
  readonly fields?: Printable;
  readonly button: string;
  readonly back: { readonly path: string; readonly text: string };
  readonly problem?: string | undefined;
}

/** The outcome of an act. */
export type ActOutcome =
  /** Redirects to another page, which says what was done. */
  | { readonly kind: "done"; readonly path: string; readonly text: string; readonly undo?: Undo | undefined }
  /** Shows the question again with a sentence. */
  | { readonly kind: "refused"; readonly problem: string }
  /** Another answer, such as the page that shows a new secret once. */
  | { readonly kind: "page"; readonly reply: Reply };

interface Act {
  readonly path: string;
  readonly scope: AdminScope;
  readonly delegable?: Screen["delegable"];
  /** True for a dangerous act. */
  readonly needsFreshSignIn: boolean;
  /** The question, with what was typed if it is shown again; a reply if there is nothing to ask about. */
  readonly ask: (visit: Visit, typed: Values | undefined) => Promise<Question | Reply>;
  readonly act: (visit: Visit, form: Parameters) => Promise<ActOutcome>;
}

/** A screen that asks before it acts. It has its own address, so everything works without scripts. */
export function actScreen({ path, scope, delegable, needsFreshSignIn, ask, act }: Act): FormScreen {
  const page = async (visit: Visit, typed: Values | undefined, problem?: string) => {
    const question = await ask(visit, typed);
    return "status" in question ? question : questionPage(visit, { ...question, problem });
  };
  return {
    path,
    scope,
    delegable,
    needsFreshSignIn,
    get: (visit) => page(visit, visit.refusedForm?.values ?? visit.savedForm, visit.refusedForm?.sentence),
    post: async (visit, form) => {
      const typed = valuesOf(form);
      const question = await ask(visit, typed);
      if ("status" in question) return question;
      const outcome = await act(visit, form);
      if (outcome.kind === "page") return outcome.reply;
      // The operator may do the act and yet not see where it leads. Then they go back to its question, which they may see.
      if (outcome.kind === "done") {
        const { text, undo } = outcome;
        return goTo(visit, visiblePath(visit.operator, outcome.path) ?? visit.path, {
          text,
          tone: "done",
          undo,
        });
      }
      const { problem } = outcome;
      return refuse(visit, { values: typed, sentence: problem, status: 409 }, () =>
        page(visit, typed, problem),
      );
    },
  };
}

/** The first words of buttons that take something away. They are red on every page. */
const taking = /^(?:Delete|Disable|Remove|Retire|Revoke|Sign|Withdraw)\b/;

function questionPage(visit: Visit, question: Question): Reply {
  const { title, text, fields, button, back, problem } = question;
  const up = { href: consolePath(visit.web, back.path), text: back.text };
  const buttons = html`${submitButton(button, { id: "do", kind: taking.test(button) ? "action danger" : "action" })}${linkButton(up.href, "Cancel")}`;
  const main = html`<section class="panel">${text}${formOf(formTo(visit, visit.path), fields, buttons)}</section>`;
  return show(visit, { title, up, problem, main }, problem === undefined ? 200 : 409);
}
