import { linkButton, submitButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import type { Client } from "../../protocol/client/client.ts";
import { clientPath } from "./client-path.ts";
import { textField, type Values } from "./forms.ts";
import { panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

/** The rules for the paths of a protected application. */
export function pathRulesPanel({ web }: Visit, client: Client, mayChange: boolean): SafeHtml {
  const { pathRules } = client.metadata;
  const add = linkButton(consolePath(web, clientPath(client, "/new-path-rule")), "Add a rule", "little");
  return panel(
    "Rules for paths",
    pathRules.length === 0
      ? html`<p class="muted">None: every path is open to everybody who may enter the application.</p>`
      : html`<ol class="sentences">${pathRules.map((rule) => html`<li><code>${rule}</code></li>`)}</ol><p class="muted">The first rule that matches decides.</p>`,
    mayChange && add,
  );
}

/** The form that asks who may open a path of a protected application. */
export function accessPanel(visit: Visit, client: Client): SafeHtml {
  return panel("Who may open a path?", accessForm(visit, client, {}));
}

/** The form of the question. */
export function accessForm(visit: Visit, client: Client, values: Values): SafeHtml {
  const [first = "https://wiki.example.org", ...more] = client.metadata.protectedOrigins;
  const state = { values };
  const whole = more.length > 0 && html`, or a whole address such as <code>${first}/admin</code>`;
  return html`<form class="stack" method="get" action="${consolePath(visit.web, clientPath(client, "/access"))}">
    ${textField({ name: "path", label: "Path", hint: html`Such as <code>/admin</code>${whole}.`, isRequired: true, maxLength: 2_000 }, state)}
    ${textField({ name: "method", label: "Method", hint: "GET if it is empty.", maxLength: 32 }, state)}
    ${
      mayDo(visit, "users:read") &&
      textField(
        {
          name: "user",
          label: "Person",
          hint: "Username, e-mail address or ID. If it is empty, everybody who may open it is listed.",
          maxLength: 320,
        },
        state,
      )
    }
    <div class="actions">${submitButton("Show", { id: "access", kind: "action second" })}</div>
  </form>`;
}
