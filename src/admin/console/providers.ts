import { explain } from "../../flows/operator/problem.ts";
import { removeUpstream, updateUpstream } from "../../flows/operator/upstream.ts";
import { describeUpstreamFailure, upstreamProblems } from "../../flows/operator/upstream-problem.ts";
import type { Reply } from "../../http/reply.ts";
import { badge, linkButton } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import { type ActOutcome, actScreen } from "./acts.ts";
import { noProviders } from "./empty-pages.ts";
import { wholeListOf } from "./listing.ts";
import { dayOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import {
  kindWords,
  mayChange,
  noProvider,
  notAllowed,
  peopleAt,
  providerOf,
  providerPath,
  showProvider,
  stateOf,
} from "./provider-show.ts";
import { goTo, registryOf, type Screen, show, type Visit } from "./visit.ts";

const path = "/providers";
const list = { path, noun: ["provider", "providers"] } as const;
const scope = "upstreams:read";

/** The providers that people sign in with, without their secrets. */
export const providerScreens: readonly Screen[] = [
  { path, scope, get: listProviders },
  { path: `${path}/{name}`, scope, get: showProvider },
  {
    path: `${path}/{name}/check`,
    scope,
    get: (visit) => goTo(visit, visit.path.replace(/\/check$/, "")),
    post: check,
  },
  providerAct("disable", {
    // It takes a way in away, and gives nobody one.
    needsFreshSignIn: false,
    text: "Nobody can sign in with it until it is enabled again. People who have no other way to sign in are locked out until then.",
    act: (visit, name) =>
      updateUpstream(registryOf(visit), name, { isDisabled: true }, { by: visit.operator }),
    next: (name) => ({
      path: `${path}/${name}`,
      text: "The provider has been disabled.",
      undo: { path: `${path}/${name}/enable` },
    }),
  }),
  providerAct("enable", {
    needsFreshSignIn: true,
    text: "Everybody whom it lets in here can sign in with it again.",
    act: (visit, name) =>
      updateUpstream(registryOf(visit), name, { isDisabled: false }, { by: visit.operator }),
    next: (name) => ({
      path: `${path}/${name}`,
      text: "The provider has been enabled.",
      undo: { path: `${path}/${name}/disable` },
    }),
  }),
  providerAct("remove", {
    needsFreshSignIn: true,
    text: "Its people keep their accounts, and lose this way in for good.",
    act: (visit, name) => removeUpstream(registryOf(visit), name, { by: visit.operator }),
    next: () => ({ path, text: "The provider has been removed." }),
  }),
];

interface ProviderAct {
  readonly needsFreshSignIn: boolean;
  readonly text: string;
  readonly act: (visit: Visit, name: string) => ReturnType<typeof removeUpstream>;
  readonly next: (name: string) => Omit<Extract<ActOutcome, { readonly kind: "done" }>, "kind">;
}

function providerAct(
  verb: "disable" | "enable" | "remove",
  { needsFreshSignIn, text, act, next }: ProviderAct,
) {
  const word = `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
  return actScreen({
    path: `${path}/{name}/${verb}`,
    scope: "upstreams:write",
    needsFreshSignIn,
    ask: async (visit) => {
      const upstream = await providerOf(visit);
      if (upstream === undefined) return noProvider(visit);
      if (!mayChange(visit)) return notAllowed(visit);
      const people = await peopleAt(visit, upstream);
      return {
        title: `${word} ${upstream.displayName}?`,
        text: html`<p>${text}</p><p>Linked to it: ${people}</p>`,
        button: word,
        back: { path: providerPath(upstream), text: upstream.displayName },
      };
    },
    act: async (visit) => {
      const name = visit.names.name ?? "";
      const done = await act(visit, name);
      if (!done.ok) return { kind: "refused", problem: explain(upstreamProblems, done.reason).say };
      return { kind: "done", ...next(name) };
    },
  });
}

/** Checks whether the provider works as configured. */
async function check(visit: Visit): Promise<Reply> {
  const upstream = await providerOf(visit);
  if (upstream === undefined) return noProvider(visit);
  const checked = await visit.web.ports.upstreamParty.check(upstream);
  if (checked.ok) return goTo(visit, providerPath(upstream), `${upstream.issuer} responds correctly.`);
  const text = describeUpstreamFailure(checked.reason, upstream.issuer);
  return goTo(visit, providerPath(upstream), { text, tone: "warning" });
}

async function listProviders(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const upstreams = await Promise.all(
    (await web.ports.upstreams.list()).map(async (upstream) => ({
      ...upstream,
      people: await web.ports.upstreamIdentities.count(upstream.name),
    })),
  );
  return show(visit, {
    title: "Providers",
    lead: "Other services at which people of this one can sign in.",
    actions: mayChange(visit) && linkButton(consolePath(web, "/new-provider"), "Add a provider", "action"),
    main: wholeListOf(list, upstreams, {
      columns: [
        { name: "Name", kind: "wide", cell: ({ displayName }) => displayName },
        { name: "Kind", cell: ({ kind }) => kindWords[kind] },
        { name: "Issuer", kind: "wide", cell: ({ issuer }) => issuer },
        { name: "People", kind: "figure", cell: ({ people }) => people.toLocaleString("en") },
        {
          name: "New people",
          isSpare: true,
          cell: (each) => (each.createsAccounts ? "get an account" : "are refused"),
        },
        { name: "Added", isSpare: true, cell: ({ createdAt }) => dayOf(createdAt) },
        { name: "State", kind: "state", cell: (upstream) => stateOf(upstream) || badge("enabled", "good") },
      ],
      href: (upstream) => consolePath(web, providerPath(upstream)),
      empty: noProviders(visit, mayChange(visit)),
    }),
  });
}
