import { findClient as findClientBy } from "../../flows/operator/client.ts";
import { adminsOnly, clientProblems } from "../../flows/operator/client-problem.ts";
import { hasNoProof, usedAtOf, usesSecret } from "../../flows/operator/client-secrets.ts";
import { explain } from "../../flows/operator/problem.ts";
import { mayReachClient } from "../../flows/operator/rights.ts";
import type { SecretUse } from "../../flows/ports.ts";
import type { Reply } from "../../http/reply.ts";
import { badge, type Fact, factsOf, linkButton, warningNotice } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { hasScope, tokenLifetimeOf } from "../../protocol/api/api.ts";
import { parseResource } from "../../protocol/api/resource.ts";
import { describeClaimRule } from "../../protocol/client/claim-rule.ts";
import { authenticationMethodOf, type Client, isProtected } from "../../protocol/client/client.ts";
import { metadataRows } from "../../protocol/client/metadata-fields.ts";
import { isStandard } from "../../protocol/client/metadata-row.ts";
import type { Digest } from "../../values/digest.ts";
import type { Instant } from "../../values/time.ts";
import { accessPanel, pathRulesPanel } from "./client-access-panel.ts";
import { describeProperty, labelOf } from "./client-form.ts";
import { clientPath } from "./client-path.ts";
import { proxyPanel } from "./client-proxies.ts";
import { usePanels } from "./client-use.ts";
import { kindOf, stateOf } from "./client-words.ts";
import { buttonForm } from "./forms.ts";
import { spanOf } from "./overview-words.ts";
import { askingLink, copyable, momentOf, panel } from "./parts.ts";
import { trailPanel } from "./person-history.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, mayDo, notHere, type Screen, show, type Visit } from "./visit.ts";

/** Everything about one application. */
export const clientScreen: Screen = {
  path: "/clients/{id}",
  scope: "clients:read",
  get: (visit) => withClient(visit, (client) => clientPage(visit, client)),
};

/** Finds the application that the path names, or shows that it does not exist. */
export async function withClient(
  visit: Visit,
  use: (client: Client) => Reply | Promise<Reply>,
): Promise<Reply> {
  const client = await findClient(visit);
  return client === undefined ? noClient(visit) : use(client);
}

/** The page for an operator who may not change this application; undefined if they may. */
export async function refusalFor(visit: Visit, id: string): Promise<Reply | undefined> {
  const { web, operator } = visit;
  const client = await findClientBy(web.ports.clients, id);
  if (client === undefined || mayReachClient(operator, client, web.ports)) return undefined;
  return outOfReach(visit, client);
}

/** The page for an application that this operator may not change. */
export function outOfReach(visit: Visit, client: Client): Reply {
  const up = { href: consolePath(visit.web, clientPath(client)), text: client.name };
  return show(
    visit,
    { title: "Not allowed", up, main: html`<p>${explain(clientProblems, adminsOnly).say}</p>` },
    403,
  );
}

/** The application that the path names. */
export function findClient({ web, names }: Visit): Promise<Client | undefined> {
  return findClientBy(web.ports.clients, names.id ?? "");
}

/** The page for an application that does not exist. */
export function noClient(visit: Visit): Reply {
  return notHere(visit, "There is no such application. Somebody may have removed it.", {
    path: "/clients",
    text: "Applications",
  });
}

async function clientPage(visit: Visit, client: Client): Promise<Reply> {
  const { web } = visit;
  const uses = await web.ports.secretUses.list(client.id);
  const words = stateOf(client, uses, web.ports.clock.now());
  const mayChange = mayDo(visit, "clients:write");
  const [[glance, better, use], history, secretMadeAt, rights] = await Promise.all([
    usePanels(visit, client, uses),
    trailPanel(visit, client.id),
    findSecretMadeAt(visit, client),
    client.metadata.isMachine && rightsPanel(visit, client),
  ]);
  const authentication = panel(
    "How it authenticates",
    secretFacts(client, uses, secretMadeAt),
    mayChange && secretActions(visit, client),
  );
  return show(visit, {
    title: client.name,
    up: { href: consolePath(web, "/clients"), text: "Applications" },
    lead: html`${kindOf(client)} ${words.map(({ text, tone }) => badge(text, tone))}`,
    actions: mayChange && [
      linkButton(consolePath(web, clientPath(client, "/edit")), "Edit", "action"),
      !client.metadata.isMachine &&
        linkButton(consolePath(web, clientPath(client, "/try")), "Test the sign-in"),
    ],
    main: html`
      ${glance}
      ${better}
      ${use}
      ${isProtected(client) ? protectedParts(visit, client, mayChange) : parts(visit, client, authentication, rights)}
      ${history}
      ${mayChange && panel("Disable or delete", endActions(visit, client))}`,
    script: scriptFor("copy", "ask"),
  });
}

function protectedParts(visit: Visit, client: Client, mayChange: boolean): SafeHtml {
  return html`
    <div class="pair">
      <div>${panel("Details", factsOf(detailsOf(visit, client)))}${pathRulesPanel(visit, client, mayChange)}</div>
      <div>${accessPanel(visit, client)}</div>
    </div>
    ${claimsPanel(visit, client)}
    ${proxyPanel(visit, client)}`;
}

function parts(visit: Visit, client: Client, authentication: SafeHtml, rights: SafeHtml | false): SafeHtml {
  const { web } = visit;
  const { isOpenid, isMachine } = client.metadata;
  return html`
      <div class="pair">
        <div>
          ${panel("Details", factsOf(detailsOf(visit, client)))}
          ${(isOpenid || isMachine) && authentication}
        </div>
        <div>${panel("Settings for the application", settingsOf(visit, client), linkButton(consolePath(web, clientPath(client, "/settings")), "For common libraries", "little"))}${rights || (isOpenid ? claimsPanel(visit, client) : authentication)}</div>
      </div>`;
}

/** What a service without users gets tokens for: each API with the rights that it may ask for there. */
async function rightsPanel(visit: Visit, { metadata }: Client): Promise<SafeHtml> {
  const { apis, settings } = visit.web.ports;
  const { resources, machineScope, adminScope } = metadata;
  const facts = await Promise.all(
    resources.map(async (text): Promise<Fact> => {
      const [resource, links] = [parseResource(text), linksTo(visit, "apis", [text])];
      const api = resource && (await apis.find(resource));
      if (api === undefined) return ["No API of this service", text];
      const rights = machineScope.filter((value) => hasScope(api, value));
      const lifetime = spanOf(tokenLifetimeOf(api, settings.accessTokenLifetime));
      return [
        api.name,
        ...links,
        rights.length > 0 && codesOf(rights),
        html`<span class="muted">A token lasts ${lifetime}.</span>`,
      ];
    }),
  );
  return panel(
    "What it may ask for",
    factsOf([
      ...facts,
      resources.length === 0 &&
        adminScope.length === 0 && [
          "Every API open to it",
          machineScope.length > 0 ? codesOf(machineScope) : "without any scope",
        ],
      adminScope.length > 0 && ["The admin API", codesOf(adminScope)],
    ]),
  );
}

const codesOf = (values: readonly string[]) =>
  html`${values.map((value, index) => html`${index > 0 && ", "}<code>${value}</code>`)}`;

/** Properties that a part of the page of their own shows. */
const shownElsewhere: ReadonlySet<string> = new Set([
  "isMachine",
  "claimRules",
  "pathRules",
  "onlyGroups",
  "resources",
]);

function detailsOf(visit: Visit, client: Client): readonly (Fact | false)[] {
  const { metadata } = client;
  const isBehindProxy = isProtected(client);
  const properties = metadataRows.flatMap(([member, field]): Fact[] => {
    const value = metadata[member];
    if (isStandard(field, value) || shownElsewhere.has(member)) return [];
    if (metadata.isMachine && (member === "machineScope" || member === "adminScope")) return [];
    return [[labelOf(member), ...describeProperty(member, value)]];
  });
  return [
    ["Client ID", html`<code>${client.id}</code>`],
    !isBehindProxy && ["Redirect URIs", ...client.redirectUris],
    !isBehindProxy &&
      !metadata.isMachine && [
        "Rules",
        client.profile === "strict"
          ? "OAuth 2.1: PKCE, response_type and redirect_uri are required"
          : "plain interface: PKCE, response_type and redirect_uri may be left out",
      ],
    metadata.isMachine && ["Gets tokens", "for itself, without a person (client_credentials)"],
    ...properties,
    !metadata.isMachine && ["APIs it may ask for", ...linksTo(visit, "apis", metadata.resources)],
    !metadata.isMachine && ["Who can sign in", ...whoEnters(visit, client)],
    ["Registered", momentOf(client.createdAt)],
    ["Last change", client.updatedAt !== client.createdAt && momentOf(client.updatedAt)],
    ["Deleted if nobody uses it until", client.unusedUntil !== undefined && momentOf(client.unusedUntil)],
  ];
}

function whoEnters(visit: Visit, { metadata: { onlyGroups } }: Client): readonly Printable[] {
  if (onlyGroups.length === 0) return ["everybody with an account"];
  return linksTo(visit, "groups", onlyGroups).map((group) => html`people in ${group}`);
}

/** The names of things, with links to their pages for operators who may see those. */
function linksTo(visit: Visit, kind: "apis" | "groups", names: readonly string[]): readonly Printable[] {
  if (!mayDo(visit, `${kind}:read`)) return names;
  return names.map(
    (name) => html`<a href="${consolePath(visit.web, `/${kind}/${encodeURIComponent(name)}`)}">${name}</a>`,
  );
}

function claimsPanel({ web }: Visit, client: Client): SafeHtml {
  const { claimRules: rules } = client.metadata;
  return panel(
    "Claims by rule",
    rules.length === 0
      ? html`<p class="muted">None: it learns ${isProtected(client) ? "username, name, address and groups" : "what its scopes open"}.</p>`
      : html`<ul class="sentences">${rules.map((rule) => html`<li>${describeClaimRule(rule)}</li>`)}</ul>`,
    linkButton(consolePath(web, clientPath(client, "/claims")), "Claims", "little"),
  );
}

const methodWords = {
  none: "with PKCE only: it is public and has no secret",
  private_key_jwt: "with a signature by its own keys",
  client_secret_basic: "with its secret",
  client_secret_post: "with its secret",
} as const;

/** When the secret was made, as far as the audit trail tells it to this operator. */
async function findSecretMadeAt(visit: Visit, { id, secretDigest }: Client): Promise<Instant | undefined> {
  if (secretDigest === undefined || !mayDo(visit, "audit:read")) return undefined;
  const { auditTrail } = visit.web.administration;
  for (const act of ["client-secret-rotated", "client-created"] as const) {
    const { items } = await auditTrail.list({ target: id, act, limit: 1 });
    const [entry] = items;
    if (entry !== undefined) return entry.at;
  }
  return undefined;
}

function secretFacts(client: Client, uses: readonly SecretUse[], madeAt: Instant | undefined): SafeHtml {
  const { secretDigest, previousSecretDigest, secretExposedAt } = client;
  const useOf = (digest: Digest) => {
    const at = usedAtOf(digest, uses);
    return at === undefined ? "no recorded use" : html`last used ${momentOf(at)}`;
  };
  return html`
    ${
      secretExposedAt !== undefined &&
      warningNotice(
        html`The secret was sent in a URL at ${momentOf(secretExposedAt)}. Browsers and proxies store URLs, so make a new secret.`,
      )
    }
    ${factsOf([
      ["Method", methodWords[authenticationMethodOf(client)]],
      [
        previousSecretDigest === undefined ? "Secret" : "New secret",
        secretDigest !== undefined && useOf(secretDigest),
      ],
      [
        previousSecretDigest === undefined ? "Secret made" : "New secret made",
        madeAt !== undefined && momentOf(madeAt),
      ],
      ["Old secret", previousSecretDigest !== undefined && useOf(previousSecretDigest)],
      ["Secret", hasNoProof(client) && "none: it cannot authenticate"],
    ])}`;
}

function secretActions({ web }: Visit, client: Client): readonly (SafeHtml | false)[] {
  if (!usesSecret(client)) return [];
  return [
    linkButton(consolePath(web, clientPath(client, "/rotate")), "New secret", "little"),
    client.previousSecretDigest !== undefined &&
      askingLink(consolePath(web, clientPath(client, "/retire")), "Retire the old secret", "little"),
  ];
}

/** What a developer must configure in the application. */
export function settingsOf({ web }: Pick<Visit, "web">, client: Client): SafeHtml {
  const { paths, origin, ports } = web;
  const { isOpenid, isMachine, mayUseDeviceGrant, requiresPushedRequest, audience } = client.metadata;
  const at = (path: string) => copyable(origin + path, { id: `at${path.replaceAll(/\W/g, "-")}` });
  return factsOf([
    ["Client ID", copyable(client.id, { id: "client-id" })],
    ["Issuer", copyable(ports.settings.issuer, { id: "issuer" })],
    ["Discovery document", isOpenid && at(`${paths.home}.well-known/openid-configuration`)],
    ["Authorization endpoint", !isMachine && at(paths.authorization)],
    ["Token endpoint", at(paths.token)],
    ["Device authorization endpoint", mayUseDeviceGrant && at(paths.deviceAuthorization)],
    ["Pushed requests", requiresPushedRequest && at(paths.pushedRequest)],
    ["Introspection endpoint", audience !== undefined && at(paths.introspection)],
    ["Userinfo endpoint", isOpenid && at(paths.userinfo)],
    ["Sign-out endpoint", isOpenid && at(paths.logout)],
  ]);
}

function endActions(visit: Visit, client: Client): SafeHtml {
  const { web } = visit;
  const enable = clientPath(client, "/enable");
  return html`
    <p class="muted">${client.isDisabled ? "It is disabled: all its requests are refused." : "Disabling it refuses all its requests and revokes its tokens. It can be enabled again."}</p>
    <div class="actions">
      ${client.isDisabled ? buttonForm(formTo(visit, enable), "Enable", "action second") : askingLink(consolePath(web, clientPath(client, "/disable")), "Disable")}
      ${askingLink(consolePath(web, clientPath(client, "/delete")), "Delete", "action danger")}
    </div>`;
}
