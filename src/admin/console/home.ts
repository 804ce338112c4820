import type { Reply } from "../../http/reply.ts";
import { html } from "../../pages/html.ts";
import { counted, linkButton, rowsOf } from "./parts.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";

/** The console's first page. */
export const homeScreen: Screen = { path: "", scope: "status:read", get: homePage };

async function homePage(visit: Visit): Promise<Reply> {
  const { web } = visit;
  const { ports } = web;
  const live = { now: ports.clock.now(), idleLimit: ports.settings.sessionIdle };
  const { clients, accounts, sessions } = await ports.inventory.counts(live);
  const rows = [
    { href: consolePath(web, "/clients"), name: "Applications", state: counted(clients, "application") },
    { href: consolePath(web, "/people"), name: "People", state: counted(accounts, "person", "people") },
    { name: "Signed in now", state: counted(sessions, "browser") },
  ];
  return show(visit, {
    title: "Console",
    lead: html`This is ${ports.settings.issuer}`,
    actions:
      mayDo(visit, "clients:write") &&
      linkButton(consolePath(web, "/clients/new"), "Add an application", "action"),
    main: rowsOf(rows, ""),
  });
}
