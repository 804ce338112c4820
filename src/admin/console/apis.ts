import { removeApi } from "../../flows/operator/api.ts";
import { apiProblems } from "../../flows/operator/api-problem.ts";
import { explain } from "../../flows/operator/problem.ts";
import type { Reply } from "../../http/reply.ts";
import { linkButton } from "../../pages/components.ts";
import { html } from "../../pages/html.ts";
import { strongNameOf } from "../../pages/layout.ts";
import { tokenLifetimeOf } from "../../protocol/api/api.ts";
import { actScreen } from "./acts.ts";
import { openingBriefly } from "./api-form.ts";
import { apiOf, apiPath, mentionsOf, noApi, showApi } from "./api-show.ts";
import { noApis } from "./empty-pages.ts";
import { wholeListOf } from "./listing.ts";
import { spanOf } from "./overview-words.ts";
import { dayOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, registryOf, type Screen, show, type Visit } from "./visit.ts";

const path = "/apis";
const list = { path, noun: ["API", "APIs"] } as const;
const scope = "apis:read";

/** The APIs that applications get access tokens for: the list, the page of each, and its deletion. */
export const apiScreens: readonly Screen[] = [
  { path, scope, get: listApis },
  { path: `${path}/{resource}`, scope, get: showApi },
  actScreen({
    path: `${path}/{resource}/delete`,
    scope: "apis:write",
    needsFreshSignIn: true,
    ask: async (visit) => {
      const api = await apiOf(visit);
      if (api === undefined) return noApi(visit);
      return {
        title: "Delete the API?",
        text: html`
          <p>Nobody gets tokens for ${strongNameOf(api.name)} any more. Those already issued work until they expire. What names it stays as it is, and gets none of its scopes:</p>
          ${await mentionsOf(visit, api)}`,
        button: "Delete permanently",
        back: { path: apiPath(api), text: api.name },
      };
    },
    act: async (visit) => {
      const removed = await removeApi(registryOf(visit), visit.names.resource ?? "");
      if (!removed.ok) return { kind: "refused", problem: explain(apiProblems, removed.reason).say };
      return { kind: "done", path, text: `${removed.value.name} has been deleted.` };
    },
  }),
];

async function listApis(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const apis = await web.ports.apis.all();
  const usual = web.ports.settings.accessTokenLifetime;
  const add = linkButton(consolePath(web, `${path}/new`), "Add an API", "action");
  return show(visit, {
    title: "APIs",
    lead: "Servers that accept access tokens of this service, each with scopes that people read before they allow an application.",
    actions: mayDo(visit, "apis:write") && add,
    main: wholeListOf(list, apis, {
      columns: [
        { name: "Name", kind: "wide", cell: ({ name }) => name },
        { name: "Resource indicator", kind: "wide", isLong: true, cell: ({ resource }) => resource },
        { name: "Open to", isSpare: true, cell: ({ openTo }) => openingBriefly[openTo] },
        { name: "Scopes", kind: "figure", cell: ({ scopes }) => scopes.length },
        { name: "Tokens", cell: ({ tokenFormat }) => (tokenFormat === "jwt" ? "JWT" : "opaque") },
        {
          name: "Lifetime",
          kind: "figure",
          isSpare: true,
          cell: (api) => spanOf(tokenLifetimeOf(api, usual)),
        },
        { name: "Added", isSpare: true, cell: ({ createdAt }) => dayOf(createdAt) },
      ],
      href: (api) => consolePath(web, apiPath(api)),
      empty: noApis(visit, mayDo(visit, "apis:write")),
    }),
  });
}
