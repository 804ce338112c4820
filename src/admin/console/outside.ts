import type { Reply } from "../../http/reply.ts";
import { createNonce, type Web } from "../../http/web.ts";
import { linkButton, submitButton } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import { shellWord } from "../../values/words.ts";
import { formOf, hiddenFields, type Values } from "./forms.ts";
import { renderPage } from "./page.ts";
import { copyable } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";

/** Why somebody has not entered the console. */
type Problem = "unknown-sign-in" | "cancelled" | "refused";

const said: Readonly<Record<Problem, readonly [title: string, text: string]>> = {
  "unknown-sign-in": [
    "This sign-in cannot be completed",
    "It was started in another browser, took too long, or was completed before. Nothing was changed. Start again.",
  ],
  cancelled: ["You did not sign in", "Nothing was changed. You can start again at any time."],
  refused: ["The sign-in was refused", "Nothing was changed."],
};

/** The page for a sign-in that ended without a visit. */
export function problemPage(web: Web, problem: Problem, description = ""): Reply {
  const [title, text] = said[problem];
  return outside(web, problem === "cancelled" ? 200 : 400, {
    title,
    main: html`
      <p>${text}</p>
      ${problem === "refused" && description !== "" && html`<p class="muted">${description}</p>`}
      <div class="actions">
        ${linkButton(consolePath(web, ""), "Sign in to the console", "action")}
        ${linkButton(web.paths.home, "Home")}
      </div>`,
  });
}

/** The page for a person without the admin right. It says which command grants it. */
export function notAdmitted(web: Web, username = "USERNAME"): Reply {
  const command = `${web.runLatchkey} user update ${shellWord(username)} --admin`;
  return outside(web, 403, {
    title: "This account cannot sign in to the console",
    main: html`
      <p>${username !== "USERNAME" && html`You are signed in as <strong><bdi>${username}</bdi></strong>. `}This account does not have
        administrator rights. An administrator can grant them on your page in the console, or with this command on the computer where the service runs:</p>
      <div class="machine">${copyable(command, { id: "grant", isBlock: true })}</div>
      <p>Then open the console again. You can also sign in with another account.</p>
      <div class="actions">
        ${linkButton(web.paths.account, "Your account", "action")}
        ${linkButton(web.paths.logout, "Sign out")}
      </div>`,
    hasScript: true,
  });
}

/** The field that asks to show a form again with the submitted values, without acting. */
export const againField = "again";

/**
 * The page for a form that has to wait for a sign-in but is too long for a cookie. It holds what was typed while the person signs in in
 * another tab; its own form then returns to the original one.
 */
export function longFormPage(
  web: Web,
  form: {
    readonly action: string;
    readonly csrfToken: string;
    readonly values: Values;
    /** The page of the form, which asks for the sign-in. */
    readonly href: string;
  },
): Reply {
  return outside(web, 403, {
    title: "Sign in, and keep this page open",
    main: html`
      <p>Nothing has been saved yet: the console first has to make sure that it is you. What you typed is too long to be kept elsewhere, so it
        stays in this page. Sign in in another tab, then come back and continue with the form.</p>
      ${formOf(
        form,
        hiddenFields({ ...form.values, [againField]: "yes" }),
        html`${linkButton(form.href, "Sign in in another tab", "action", html` target="_blank"`)}${submitButton("Continue with the form", { kind: "action second", id: "again" })}`,
      )}`,
  });
}

/** The page after leaving the console. */
export function signedOutPage(web: Web): Reply {
  return outside(web, 200, {
    title: "You have left the console",
    main: html`
      <p>The console's token has been revoked. You are still signed in to your account in this browser, so the console opens again without
        a password for a while.</p>
      <div class="actions">
        ${linkButton(web.paths.logout, "Sign out of everything in this browser", "action")}
        ${linkButton(consolePath(web, ""), "Back to the console")}
      </div>`,
  });
}

function outside(
  web: Web,
  status: number,
  {
    title,
    main,
    hasScript = false,
  }: { readonly title: string; readonly main: Printable; readonly hasScript?: boolean },
): Reply {
  const cspNonce = createNonce(web);
  const frame = {
    cspNonce,
    brand: web.brand,
    homeHref: web.paths.home,
    places: [],
    isInsecureDevelopment: web.isInsecure,
  };
  const content = {
    title,
    main: html`<section class="panel">${main}</section>`,
    ...(hasScript && { script: scriptFor("copy") }),
  };
  return web.replies.page(status, renderPage(frame, content), cspNonce);
}
