import type { Application } from "../../apps/application.ts";
import { clientFor, needsHost, readHost } from "../../apps/client.ts";
import { filledSettings, settingsPlace } from "../../apps/fill.ts";
import { registerClient } from "../../flows/operator/client.ts";
import { clientProblems } from "../../flows/operator/client-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { linkButton, submitButton } from "../../pages/components.ts";
import { html, type Printable } from "../../pages/html.ts";
import type { Parameters } from "../../protocol/parameters.ts";
import { lostSecret, secretPage } from "./client-acts.ts";
import { type FormState, formOf, textField, type Values } from "./forms.ts";
import { copyable, panel, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { refuse } from "./refused-form.ts";
import { showsOnce } from "./shown-once.ts";
import { formTo, notHere, registryOf, type Screen, show, type Visit, valuesOf } from "./visit.ts";

/** The applications that people run, to choose from, and the form that adds one. Their data are read with the first visit. */
const listPath = "/clients/new/apps";
const appPath = `${listPath}/{application}`;

export const clientFromAppScreens: readonly Screen[] = [
  { path: listPath, scope: "clients:write", get: choose },
  showsOnce(
    {
      path: appPath,
      scope: "clients:write",
      needsFreshSignIn: true,
      get: async (visit) => {
        const application = await findApplication(visit);
        if (application === undefined) return noApplication(visit);
        const { refusedForm: refused, savedForm } = visit;
        const values = savedForm ?? { name: application.label };
        return formPage(visit, application, refused ?? { values }, refused?.sentence);
      },
      post: add,
    },
    lostSecret,
  ),
];

/** The way there from the page that adds an application. */
export function chooseApplicationForm({ web }: Visit): Printable {
  return html`<form class="search" method="get" action="${consolePath(web, listPath)}" role="search">
    <label for="application">An application that you run</label>
    <input id="application" name="search" type="search" placeholder="Grafana, Nextcloud …" autocomplete="off" spellcheck="false">
    ${submitButton("Find its settings", { kind: "action second" })}
  </form>`;
}

async function choose(visit: Visit): Promise<Reply> {
  const [{ applications, findMatching }, { byLabel }] = await Promise.all([
    import("../../apps/applications.ts"),
    import("../../apps/guide.ts"),
  ]);
  const search = visit.query.get("search") ?? "";
  const found = findMatching(search);
  const rows = byLabel(found).map((one) => ({
    href: consolePath(visit.web, `${listPath}/${one.name}`),
    name: one.label,
    detail: one.is,
  }));
  return show(visit, {
    title: "Add an application that you run",
    up: { href: consolePath(visit.web, "/clients/new"), text: "Add an application" },
    lead: `${applications.length} are known with their settings.`,
    main: html`
      <form class="search" method="get" action="${consolePath(visit.web, listPath)}" role="search">
        <label class="vh" for="application">Name</label>
        <input id="application" name="search" type="search" value="${search}" placeholder="Grafana, Nextcloud …" autocomplete="off" spellcheck="false">
    ${submitButton("Search", { kind: "action second" })}
      </form>
      ${panel("Applications", rowsOf(rows, html`None of them is like “${search}”. Any other application is added by its kind.`))}`,
  });
}

async function findApplication({ names }: Visit): Promise<Application | undefined> {
  const { applications } = await import("../../apps/applications.ts");
  return applications.find((one) => one.name === names.application);
}

function noApplication(visit: Visit): Reply {
  return notHere(visit, "There is no such application in the list.", {
    path: listPath,
    text: "Applications that you run",
  });
}

async function add(visit: Visit, form: Parameters): Promise<Reply> {
  const application = await findApplication(visit);
  if (application === undefined) return noApplication(visit);
  const values = valuesOf(form);
  const host = needsHost(application) ? readHost(form.get("host") ?? "") : ({ ok: true, value: "" } as const);
  const refused = (problems: Values, sentence: string) =>
    refuse(visit, { values, problems, sentence, status: 400 }, () =>
      formPage(visit, application, { values, problems }, sentence),
    );
  if (!host.ok) return refused({ host: host.reason }, host.reason);
  const client = clientFor(application, host.value);
  const wanted = { ...client, name: form.get("name") ?? "" };
  const registered = await registerClient(registryOf(visit), wanted, { by: visit.operator });
  if (!registered.ok) {
    const { at, say } = explain(clientProblems, registered.reason);
    const field = at === "name" ? "name" : "host";
    return refused({ [field]: say }, say);
  }
  const facts = {
    issuer: visit.web.ports.settings.issuer,
    host: host.value,
    clientId: registered.value.client.id,
    clientSecret: registered.value.secret?.reveal() ?? "",
  };
  const settings = application.settings.map((one, index) =>
    panel(
      settingsPlace(one, facts),
      copyable(filledSettings(one, facts).trim(), { id: `settings-${index}`, isBlock: true }),
    ),
  );
  return secretPage(visit, registered.value, `${registered.value.client.name} is registered`, settings);
}

function formPage(visit: Visit, application: Application, state: FormState, problem?: string): Reply {
  const { label, is, name } = application;
  const back = consolePath(visit.web, listPath);
  const buttons = html`${submitButton("Add the application", { id: "add" })}${linkButton(back, "Cancel")}`;
  const host =
    needsHost(application) &&
    textField(
      {
        name: "host",
        label: `Address of ${label}`,
        hint: html`Where people open it, such as <code>https://${name}.example.org</code>.`,
        type: "url",
        isRequired: true,
      },
      state,
    );
  const fields = html`
    ${textField({ name: "name", label: "Name", hint: "What people read on the sign-in page.", isRequired: true, maxLength: 100 }, state)}
    ${host}`;
  return show(
    visit,
    {
      title: `Add ${label}`,
      up: { href: back, text: "Applications that you run" },
      lead: `${is.slice(0, 1).toUpperCase()}${is.slice(1)}.`,
      problem,
      main: html`<section class="panel">${formOf(formTo(visit, `${listPath}/${name}`), fields, buttons)}</section>`,
    },
    problem === undefined ? 200 : 400,
  );
}
