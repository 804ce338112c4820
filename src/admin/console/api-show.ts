import { findApi, findMentions } from "../../flows/operator/api.ts";
import { metadataRecord } from "../../flows/operator/api-record.ts";
import type { Reply } from "../../http/reply.ts";
import { badge, type Fact, factsOf, linkButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { type Api, type ApiScope, tokenLifetimeOf } from "../../protocol/api/api.ts";
import { isSameResource } from "../../protocol/api/resource.ts";
import { openingWords } from "./api-form.ts";
import { spanOf } from "./overview-words.ts";
import { askingLink, copyable, glanceOf, momentOf, panel, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { mayDo, notHere, show, type Visit } from "./visit.ts";

/** The path of an API below the console. */
export function apiPath({ resource }: { readonly resource: string }, more = ""): string {
  return `/apis/${encodeURIComponent(resource)}${more}`;
}

/** The path of a scope below the console. */
export function scopePath(
  api: { readonly resource: string },
  { name }: Pick<ApiScope, "name">,
  more: string,
): string {
  return apiPath(api, `/scopes/${encodeURIComponent(name)}${more}`);
}

/** The API that the path names; never the admin API, which cannot be changed. */
export async function apiOf({ web, names }: Visit): Promise<Api | undefined> {
  const api = await findApi(web.ports.apis, names.resource ?? "");
  return api?.isAdministration ? undefined : api;
}

/** The page for an API that does not exist. */
export function noApi(visit: Visit): Reply {
  return notHere(visit, "There is no such API. Somebody may have removed it.", {
    path: "/apis",
    text: "APIs",
  });
}

/** Runs a page with the API that the path names. */
async function withApi(visit: Visit, answer: (api: Api) => Reply | Promise<Reply>): Promise<Reply> {
  const api = await apiOf(visit);
  return api === undefined ? noApi(visit) : answer(api);
}

/** The page of an API: its details, its scopes, and the applications that use it. */
export function showApi(visit: Visit): Promise<Reply> {
  return withApi(visit, async (api) => {
    const mayChange = mayDo(visit, "apis:write");
    const to = (more: string) => consolePath(visit.web, apiPath(api, more));
    const lifetime = tokenLifetimeOf(api, visit.web.ports.settings.accessTokenLifetime);
    return show(visit, {
      title: api.name,
      up: { href: consolePath(visit.web, "/apis"), text: "APIs" },
      lead: html`<code>${api.resource}</code>`,
      actions: mayChange && [
        linkButton(to("/edit"), "Edit", "action"),
        askingLink(to("/delete"), "Delete", "action danger"),
      ],
      main: html`
        ${glanceOf([
          ["Scopes", api.scopes.length.toLocaleString("en")],
          ["Tokens", api.tokenFormat === "jwt" ? `JWTs signed with ${api.signingAlgorithm}` : "opaque"],
          ["Lifetime of a token", spanOf(lifetime)],
        ])}
        <div class="trio">
          ${panel("Details", factsOf(detailsOf(api)))}
          ${panel("Applications registered for it", await mentionsOf(visit, api))}
          ${panel("Scopes", scopesOf(visit, api, mayChange), mayChange && linkButton(to("/new-scope"), "Add a scope", "little"))}
        </div>
        ${panel("What its server publishes and returns", metadataOf(visit, api))}`,
      script: scriptFor("copy", "ask"),
    });
  });
}

function detailsOf(api: Api): readonly (Fact | false)[] {
  return [
    ["Open to", openingWords[api.openTo]],
    ["May exchange its tokens for tokens of", ...api.mayExchangeFor],
    [
      "Roles in its tokens",
      ...Object.entries(api.roles ?? {}).map(
        ([group, role]) => html`<code>${role}</code> for people of ${group}`,
      ),
    ],
    ["Created", momentOf(api.createdAt)],
    ["Last change", api.updatedAt !== api.createdAt && momentOf(api.updatedAt)],
  ];
}

function scopesOf({ web }: Visit, api: Api, mayChange: boolean): SafeHtml {
  const rows = api.scopes.map((scope) => ({
    name: scope.name,
    detail: html`${scope.sentence}${Object.entries(scope.translations).map(
      ([language, text]) => html`<br><span lang="${language}">${text}</span> (${language})`,
    )}${scope.groups !== undefined && html`<br>Only for people of ${scope.groups.join(", ")}`}`,
    state: mayChange ? scopeLink(consolePath(web, scopePath(api, scope, "/edit")), scope) : undefined,
  }));
  return rowsOf(rows, "None: a token for it only says whose it is.");
}

function scopeLink(href: string, { name }: ApiScope): SafeHtml {
  return linkButton(href, "Edit", "little", html` aria-label="Edit ${name}"`);
}

/** The applications registered for the API, and the other APIs whose servers may exchange their tokens for its tokens. */
export async function mentionsOf({ web }: Visit, { resource }: Api): Promise<SafeHtml> {
  const { clients, apis } = await findMentions(web.ports, resource);
  const rows = clients.map(({ id, name, metadata }) => ({
    href: consolePath(web, `/clients/${encodeURIComponent(id)}`),
    name,
    detail: html`<code>${id}</code>`,
    state: isSameResource(metadata.audience ?? "", resource) ? badge("its own server") : undefined,
  }));
  return html`
    ${rowsOf(rows, "No application is registered for it.")}
    ${apis.length > 0 && factsOf([["Servers that may exchange their tokens for its own", ...apis.map(({ name }) => name)]])}`;
}

function metadataOf({ web }: Visit, api: Api): SafeHtml {
  const { resource_metadata_uri, document, challenges } = metadataRecord(api, web.ports.settings.issuer);
  const header = (value: string) => html`<code>WWW-Authenticate: ${value}</code>`;
  return html`
    ${resource_metadata_uri !== null && html`<p>The protected resource metadata (RFC 9728) at <code>${resource_metadata_uri}</code>:</p>`}
    ${copyable(JSON.stringify(document, undefined, 2), { id: "metadata", isBlock: true })}
    ${factsOf([
      ["401, a call without a token", header(challenges.missing_token)],
      ["401, for a token that is no longer valid", header(challenges.invalid_token)],
      ...Object.entries(challenges.insufficient_scope).map(
        ([name, value]) => [`403, a token without ${name}`, header(value)] as const,
      ),
      [
        "401, for a person whose sign-in is too weak or too old",
        header(challenges.insufficient_user_authentication),
      ],
    ])}`;
}
