import { dispatch } from "../../flows/authorize/dispatch.ts";
import { listStartable } from "../../flows/person/applications.ts";
import type { SessionFacts } from "../../flows/ports.ts";
import { type HomePageModel, renderHomePage, type ShownApplications } from "../../pages/home.ts";
import { queryTo } from "../../protocol/authorization/return-target.ts";
import { parseParameters } from "../../protocol/parameters.ts";
import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
import { createNonce, personOf, shownNameOf, type Web } from "../web.ts";
import { pagesOf } from "./application.ts";

const home = { kind: "own-page", page: "home" } as const;

/** GET of the base URL: the applications of the signed-in person. For everybody else it says what this service is, and names none. */
export async function getHome(web: Web, incoming: Incoming): Promise<Reply> {
  const step = await dispatch(web.ports, { target: home, browser: incoming.browser }, incoming);
  const person = "person" in step ? step.person : undefined;
  const cspNonce = createNonce(web);
  const model: HomePageModel = {
    cspNonce,
    signedIn: person && {
      account: personOf(person.account),
      accountHref: web.paths.account,
      signOutHref: web.paths.logout,
      // A session that is too weak for the account's own pages is shown no more than whose it is.
      ...(step.kind === "open" && { applications: await applicationsOf(web, incoming, person) }),
    },
    signInHref: `${web.paths.signIn}?${queryTo("home")}`,
    connectCommand: web.isDevelopment
      ? `${web.runLatchkey} client create --name "My app" --redirect-uri http://localhost:3000/callback`
      : undefined,
    docsHref: web.docsPath && `${web.docsPath}/`,
    isInsecureDevelopment: web.isInsecure,
  };
  const html = renderHomePage(model, web.textsFor(incoming));
  return web.replies.page(200, html, cspNonce);
}

const searchLengthMax = 100;

async function applicationsOf(
  web: Web,
  incoming: Incoming,
  { account }: SessionFacts,
): Promise<ShownApplications> {
  const query = parseParameters(incoming.query);
  const [search, after] = ["search", "after"].map((name) => (query.ok ? (query.value.only(name) ?? "") : ""));
  const asked = { search: (search ?? "").trim().slice(0, searchLengthMax), after: after ?? "" };
  const { applications, next } = await listStartable(web.ports, account, asked);
  const searched = asked.search === "" ? {} : { search: asked.search };
  return {
    applications: applications.map(({ client, startHref }) => ({
      name: shownNameOf(client),
      href: startHref,
      logoSrc: pagesOf(web, client).logoSrc,
    })),
    action: web.paths.home,
    search: asked.search,
    isPart: next !== undefined || asked.after !== "",
    moreHref: next && `${web.paths.home}?${new URLSearchParams({ ...searched, after: next })}`,
  };
}
