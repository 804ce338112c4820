import { explain } from "../../flows/operator/problem.ts";
import { findUpstream, mayChangeUpstreams } from "../../flows/operator/upstream.ts";
import { upstreamProblems } from "../../flows/operator/upstream-problem.ts";
import type { Reply } from "../../http/reply.ts";
import { badge, type Fact, factsOf, linkButton } from "../../pages/components.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { callbackUriOf } from "../../protocol/upstream/callback.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { buttonForm } from "./forms.ts";
import { askingLink, copyable, counted, glanceOf, momentOf, panel } from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { formTo, mayDo, notHere, show, type Visit } from "./visit.ts";

const path = "/providers";

/** The path of a provider below the console. */
export function providerPath({ name }: { readonly name: string }, more = ""): string {
  return `${path}/${name}${more}`;
}

/** A provider decides who somebody is, so only full administrators may change one. */
export function mayChange(visit: Visit): boolean {
  return mayDo(visit, "upstreams:write") && mayChangeUpstreams(visit.operator);
}

/** The page for an operator without that right. */
export function notAllowed(visit: Visit): Reply {
  const main = html`<p>${explain(upstreamProblems, { kind: "right-missing", scope: "admins:write" }).say}</p>`;
  const up = { href: consolePath(visit.web, path), text: "Providers" };
  return show(visit, { title: "Not allowed", up, main }, 403);
}

/** The provider that the path names. */
export function providerOf({ web, names }: Visit): Promise<Upstream | undefined> {
  return findUpstream(web.ports.upstreams, names.name ?? "");
}

/** The page for a provider that does not exist. */
export function noProvider(visit: Visit): Reply {
  const up = { path, text: "Providers" };
  return notHere(visit, "There is no such provider. Somebody may have removed it.", up);
}

/** The kinds' names for people. */
export const kindWords: Readonly<Record<Upstream["kind"], string>> = {
  google: "Google",
  microsoft: "Microsoft",
  apple: "Apple",
  github: "GitHub",
  gitlab: "GitLab",
  oidc: "OpenID Connect",
};

/** A badge for a disabled provider. */
export function stateOf({ isDisabled }: Upstream): SafeHtml | false {
  return isDisabled && badge("disabled", "bad");
}

/** How many people are linked to it, in words. */
export async function peopleAt({ web }: Visit, { name }: Upstream): Promise<string> {
  return counted(await web.ports.upstreamIdentities.count(name), "person", "people");
}

/** The page of a provider: its kind, its redirect URI, and who may sign in with it. */
export async function showProvider(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const upstream = await providerOf(visit);
  if (upstream === undefined) return noProvider(visit);
  const to = (more: string) => consolePath(web, providerPath(upstream, more));
  const check = buttonForm(formTo(visit, providerPath(upstream, "/check")), "Check now");
  return show(visit, {
    title: upstream.displayName,
    up: { href: consolePath(web, path), text: "Providers" },
    lead: html`${kindWords[upstream.kind]} ${stateOf(upstream)}`,
    actions: mayChange(visit) && [
      linkButton(to("/edit"), "Edit", "action"),
      upstream.isDisabled ? askingLink(to("/enable"), "Enable") : askingLink(to("/disable"), "Disable"),
      askingLink(to("/remove"), "Remove", "action danger"),
    ],
    main: html`
      ${glanceOf([
        ["Linked to it", await peopleAt(visit, upstream)],
        ["New people", upstream.createsAccounts ? "get an account" : "get no account here"],
        ["State", stateOf(upstream) || badge("enabled", "good")],
      ])}
      ${panel("Redirect URI", html`<p>Register this redirect URI at the provider.</p>${copyable(callbackUriOf(web.ports.settings.issuer, upstream.name), { id: "callback" })}`)}
      <div class="pair">
        ${panel("Details", factsOf(detailsOf(upstream)))}
        ${panel("People and groups", factsOf(rulesOf(upstream)))}
      </div>
      ${panel("Connection", html`<p>The service fetches the provider's metadata and compares it with this configuration.</p>`, check)}`,
    script: scriptFor("copy", "ask"),
  });
}

function detailsOf(upstream: Upstream): readonly (Fact | false)[] {
  const { name, issuer, clientId, appleKey, createdAt, updatedAt } = upstream;
  return [
    ["Name", html`<code>${name}</code>`],
    ["Issuer", issuer],
    ["Client ID there", html`<code>${clientId}</code>`],
    ["Apple's team", appleKey?.teamId],
    ["Apple's key", appleKey?.keyId],
    ["Added", momentOf(createdAt)],
    ["Last change", updatedAt !== createdAt && momentOf(updatedAt)],
  ];
}

function rulesOf({ domains, trustsEmail, groupMapping }: Upstream): readonly Fact[] {
  const pairs = Object.entries(groupMapping?.groups ?? {});
  return [
    [
      "Verified e-mail addresses",
      trustsEmail ? "link to the account that has them" : "link to no account by themselves",
    ],
    ["E-mail domains", ...domains],
    ["Groups claim", groupMapping?.claim],
    ["Group mapping", ...pairs.map(([theirs, ours]) => `${theirs} → ${ours}`)],
  ];
}
