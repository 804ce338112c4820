import { findUpstream, removeUpstream, updateUpstream } from "../../flows/operator/upstream.ts";
import { describeUpstreamProblem } from "../../flows/operator/upstream-problem.ts";
import type { Reply } from "../../http/reply.ts";
import { html, type SafeHtml } from "../../pages/html.ts";
import { callbackUriOf } from "../../protocol/upstream/callback.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { actScreen } from "./acts.ts";
import {
  badge,
  copyable,
  counted,
  type Fact,
  factsOf,
  linkButton,
  momentOf,
  panel,
  rowsOf,
} from "./parts.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { mayDo, notHere, registryOf, type Screen, show, type Visit } from "./visit.ts";

const path = "/providers";
const scope = "upstreams:read";

/** The providers that people sign in with, without their secrets. */
export const providerScreens: readonly Screen[] = [
  { path, scope, get: listProviders },
  { path: `${path}/{name}`, scope, get: showProvider },
  providerAct("disable", {
    // It takes a way in away, and gives nobody one.
    isGrave: false,
    text: "Nobody signs in with it until it is enabled again. People who have no other way in cannot sign in meanwhile.",
    act: (visit, name) => updateUpstream(registryOf(visit), name, { isDisabled: true }),
    next: (name) => ({ path: `${path}/${name}`, text: "The provider is disabled." }),
  }),
  providerAct("enable", {
    isGrave: true,
    text: "Everybody whom it lets in here can sign in with it again.",
    act: (visit, name) => updateUpstream(registryOf(visit), name, { isDisabled: false }),
    next: (name) => ({ path: `${path}/${name}`, text: "The provider is enabled." }),
  }),
  providerAct("remove", {
    isGrave: true,
    text: "Its people keep their accounts, and lose this way in for good.",
    act: (visit, name) => removeUpstream(registryOf(visit), name),
    next: () => ({ path, text: "The provider is removed." }),
  }),
];

interface ProviderAct {
  readonly isGrave: boolean;
  readonly text: string;
  readonly act: (visit: Visit, name: string) => ReturnType<typeof removeUpstream>;
  readonly next: (name: string) => { readonly path: string; readonly text: string };
}

function providerAct(verb: "disable" | "enable" | "remove", { isGrave, text, act, next }: ProviderAct) {
  const word = `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
  return actScreen({
    path: `${path}/{name}/${verb}`,
    scope: "upstreams:write",
    isGrave,
    ask: async (visit) => {
      const upstream = await providerOf(visit);
      if (upstream === undefined) return noProvider(visit);
      if (!mayChange(visit)) return notAllowed(visit);
      const people = await peopleAt(visit, upstream);
      return {
        title: `${word} ${upstream.displayName}?`,
        text: html`<p>${text}</p><p>Linked to it: ${people}</p>`,
        button: word,
        back: { path: `${path}/${upstream.name}`, text: upstream.displayName },
      };
    },
    act: async (visit) => {
      const name = visit.names.name ?? "";
      const done = await act(visit, name);
      if (!done.ok) return { kind: "refused", problem: describeUpstreamProblem(done.reason) };
      return { kind: "done", ...next(name) };
    },
  });
}

/** A provider decides who somebody is, so it is for whole administrators. */
function mayChange(visit: Visit): boolean {
  return mayDo(visit, "upstreams:write") && mayDo(visit, "admins:write");
}

function notAllowed(visit: Visit): Reply {
  const main = html`<p>Only somebody with the whole admin right can change a provider.</p>`;
  const up = { href: consolePath(visit.web, path), text: "Providers" };
  return show(visit, { title: "Not allowed", up, main }, 403);
}

function providerOf({ web, names }: Visit): Promise<Upstream | undefined> {
  return findUpstream(web.ports.upstreams, names.name ?? "");
}

function noProvider(visit: Visit): Reply {
  const up = { path, text: "Providers" };
  return notHere(visit, "There is no such provider. Somebody may have removed it.", up);
}

const kindWords: Readonly<Record<Upstream["kind"], string>> = {
  google: "Google",
  microsoft: "Microsoft",
  apple: "Apple",
  github: "GitHub",
  gitlab: "GitLab",
  oidc: "OpenID Connect",
};

async function listProviders(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const upstreams = await web.ports.upstreams.list();
  const rows = await Promise.all(
    upstreams.map(async (upstream) => ({
      href: consolePath(web, `${path}/${upstream.name}`),
      name: upstream.displayName,
      detail: html`${kindWords[upstream.kind]} · ${upstream.issuer}`,
      state: html`${stateOf(upstream)}${await peopleAt(visit, upstream)}`,
    })),
  );
  return show(visit, {
    title: "Providers",
    lead: "Where people sign in instead of typing a password here.",
    main: html`${rowsOf(rows, "No providers yet.")}<p class="muted">Add one with <code>latchkey upstream add</code>.</p>`,
  });
}

function stateOf({ isDisabled }: Upstream): SafeHtml | false {
  return isDisabled && badge("disabled", "bad");
}

async function peopleAt({ web }: Visit, { name }: Upstream): Promise<string> {
  return counted(await web.ports.upstreamIdentities.count(name), "person", "people");
}

async function showProvider(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const upstream = await providerOf(visit);
  if (upstream === undefined) return noProvider(visit);
  const toAct = (verb: string) => consolePath(web, `${path}/${upstream.name}/${verb}`);
  const callback = callbackUriOf(web.ports.settings.issuer, upstream.name);
  return show(visit, {
    title: upstream.displayName,
    up: { href: consolePath(web, path), text: "Providers" },
    lead: html`${kindWords[upstream.kind]} ${stateOf(upstream)}`,
    actions: mayChange(visit) && [
      upstream.isDisabled ? linkButton(toAct("enable"), "Enable") : linkButton(toAct("disable"), "Disable"),
      linkButton(toAct("remove"), "Remove", "action grave"),
    ],
    main: html`
      ${panel("Details", factsOf(detailsOf(upstream, await peopleAt(visit, upstream))))}
      ${panel("Redirect URI", html`<p>Register this address at the provider.</p>${copyable(callback, { id: "callback" })}`)}
      ${panel("People and groups", factsOf(rulesOf(upstream)))}
      <p class="muted">Change it with <code>latchkey upstream update</code>. <code>latchkey upstream show</code> also asks the provider whether it answers as it should.</p>`,
    script: scriptFor("copy"),
  });
}

function detailsOf(upstream: Upstream, people: string): readonly (Fact | false)[] {
  const { name, issuer, clientId, appleKey, createdAt, updatedAt } = upstream;
  return [
    ["Name", html`<code>${name}</code>`],
    ["Issuer", issuer],
    ["Client ID there", html`<code>${clientId}</code>`],
    ["Apple's team", appleKey?.teamId],
    ["Apple's key", appleKey?.keyId],
    ["Linked to it", people],
    ["Added", momentOf(createdAt)],
    ["Last change", updatedAt !== createdAt && momentOf(updatedAt)],
  ];
}

function rulesOf({ domains, trustsEmail, createsAccounts, groupMapping }: Upstream): readonly Fact[] {
  const pairs = Object.entries(groupMapping?.groups ?? {});
  return [
    ["Somebody new", createsAccounts ? "gets an account" : "gets no account here"],
    [
      "A verified e-mail address",
      trustsEmail ? "finds the account that has it" : "finds no account by itself",
    ],
    ["E-mail domains", ...domains],
    ["Claim with the groups there", groupMapping?.claim],
    ["Groups there and here", ...pairs.map(([theirs, ours]) => `${theirs} → ${ours}`)],
  ];
}
