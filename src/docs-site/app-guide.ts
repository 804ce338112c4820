import type { Application } from "../apps/application.ts";
import { applications } from "../apps/applications.ts";
import { readHost } from "../apps/client.ts";
import { exampleFacts, type Facts } from "../apps/fill.ts";
import { writeGuide } from "../apps/guide.ts";
import { html, type SafeHtml } from "../pages/html.ts";

/** The guide of an application with the addresses of this service and what its reader typed. */
export interface OwnGuide {
  readonly markdown: string;
  readonly form: SafeHtml;
}

/** Client ids have this shape, except those that are the address of a document. */
const clientIdShape = /^[A-Za-z0-9._~-]{1,100}$/;

/** The guide for a reader at a path of the site; undefined for a path that is no guide of an application. */
export function findOwnGuide(
  path: string,
  issuer: string,
  typed: { readonly host?: string | undefined; readonly clientId?: string | undefined },
): OwnGuide | undefined {
  const [, name] = /^apps\/([a-z0-9-]+)\.html$/.exec(path) ?? [];
  const application = applications.find((one) => one.name === name);
  if (application === undefined) return undefined;
  const example = exampleFacts(application);
  const host = readHost(typed.host ?? "");
  const facts: Facts = {
    ...example,
    issuer,
    ...(host.ok && { host: host.value }),
    ...(clientIdShape.test(typed.clientId ?? "") && { clientId: typed.clientId ?? "" }),
  };
  return { markdown: writeGuide(application, facts), form: formFor(application, facts, example) };
}

/** A form that asks for the same page, so that it works without scripts. The secret is not asked for: it would stand in the address. */
function formFor({ label }: Application, { host, clientId }: Facts, example: Facts): SafeHtml {
  return html`<form class="own" method="get">
    <label>Address of ${label}<input name="host" type="url" value="${host}" placeholder="${example.host}"></label>
    <label>Client id<input name="client_id" value="${clientId === example.clientId ? "" : clientId}" placeholder="${example.clientId}" autocomplete="off" spellcheck="false"></label>
    <button>Fill in</button>
  </form>`;
}
