import { findApi, findMentions, type Mentions } from "../../flows/operator/api.ts";
import { metadataRecord } from "../../flows/operator/api-record.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { type Api, tokenLifetimeOf } from "../../protocol/api/api.ts";
import { isSameResource } from "../../protocol/api/resource.ts";
import { badge, copyable, counted, factsOf, momentOf, panel, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { notHere, type Screen, show, type Visit } from "./visit.ts";

const path = "/apis";
const scope = "apis:read";

/** The APIs that applications get access tokens for, with their scopes. */
export const apiScreens: readonly Screen[] = [
  { path, scope, get: listApis },
  { path: `${path}/{resource}`, scope, get: showApi },
];

const openingWords: Readonly<Record<Api["openTo"], string>> = {
  any: "every application",
  "third-party": "every application that an operator registered",
  listed: "applications that name it",
};

function apiHref({ web }: Visit, { resource }: Pick<Api, "resource">): string {
  return consolePath(web, `${path}/${encodeURIComponent(resource)}`);
}

async function listApis(visit: Visit): Promise<Reply> {
  const apis = await visit.web.ports.apis.all();
  const rows = apis.map((api) => ({
    href: apiHref(visit, api),
    name: api.name,
    detail: html`<code>${api.resource}</code> · ${counted(api.scopes.length, "scope")} · open to ${openingWords[api.openTo]}`,
    state: badge(api.tokenFormat === "jwt" ? "JWT" : "opaque"),
  }));
  return show(visit, {
    title: "APIs",
    lead: "What applications get access tokens for, besides people's details.",
    main: html`${rowsOf(rows, "No APIs yet.")}<p class="muted">Add one with <code>latchkey api create</code>.</p>`,
  });
}

async function showApi(visit: Visit): Promise<Reply> {
  const { web, names } = visit;
  const { ports } = web;
  const api = await findApi(ports.apis, names.resource ?? "");
  if (api === undefined || api.isAdministration)
    return notHere(visit, "There is no such API. Somebody may have removed it.", { path, text: "APIs" });
  const mentions = await findMentions(ports, api.resource);
  return show(visit, {
    title: api.name,
    up: { href: consolePath(web, path), text: "APIs" },
    lead: html`<code>${api.resource}</code>`,
    main: html`
      ${panel("Details", detailsOf(visit, api))}
      ${panel("Scopes", scopesOf(api))}
      ${panel("Applications that name it", mentioningClients(visit, api, mentions))}
      ${panel("What its server publishes and answers", metadataOf(visit, api))}
      <p class="muted">Change it with <code>latchkey api update</code>, and its scopes with <code>latchkey api scope</code>.</p>`,
    script: scriptFor("copy"),
  });
}

function detailsOf({ web }: Visit, api: Api): SafeHtml {
  const seconds = tokenLifetimeOf(api, web.ports.settings.accessTokenLifetime);
  const kind = api.tokenFormat === "jwt" ? `JWTs signed with ${api.signingAlgorithm}` : "opaque";
  return factsOf([
    ["Open to", openingWords[api.openTo]],
    ["Tokens", `${kind}, ${seconds.toLocaleString("en")} seconds`],
    ["May exchange its tokens for those of", ...api.mayExchangeFor],
    ["Created", momentOf(api.createdAt)],
    ["Last change", api.updatedAt !== api.createdAt && momentOf(api.updatedAt)],
  ]);
}

function scopesOf({ scopes }: Api): SafeHtml {
  const rows = scopes.map(({ name, sentence, translations }) => ({
    name,
    detail: html`${sentence}${Object.entries(translations).map(
      ([language, text]) => html`<br><span lang="${language}">${text}</span> (${language})`,
    )}`,
  }));
  return rowsOf(rows, "None: a token for it says only whose it is.");
}

function mentioningClients({ web }: Visit, { resource }: Api, { clients, apis }: Mentions): SafeHtml {
  const rows = clients.map(({ id, name, metadata }) => ({
    href: consolePath(web, `/clients/${encodeURIComponent(id)}`),
    name,
    detail: html`<code>${id}</code>`,
    state: isSameResource(metadata.audience ?? "", resource) ? badge("its own server") : undefined,
  }));
  return html`
    ${rowsOf(rows, "None.")}
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
      ["401, a token that does not work any more", header(challenges.invalid_token)],
      ...Object.entries(challenges.insufficient_scope).map(
        ([name, value]) => [`403, a token without ${name}`, header(value)] as const,
      ),
      [
        "401, a person who proved too little, or too long ago",
        header(challenges.insufficient_user_authentication),
      ],
    ])}`;
}
