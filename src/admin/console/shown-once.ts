import type { Reply } from "../../http/reply.ts";
import { linkButton } from "../../pages/components.ts";
import { dangerouslyUnescaped, html } from "../../pages/html.ts";
import { isJsonObject, parseJson } from "../../values/json-object.ts";
import { plus } from "../../values/time.ts";
import { onceField } from "./forms.ts";
import type { Content } from "./page.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { openAs, sealAs } from "./sealed.ts";
import { type FormScreen, show, type Visit } from "./visit.ts";

/** How long a page that shows something once can be opened. */
const shownSeconds = 600;
/** How long a form that was sent is known, so that sending it again does nothing. */
const sentSeconds = 86_400;
/** After this time, a request that has not ended is taken for lost. */
const leaseSeconds = 60;

const idForm = /^[A-Za-z0-9]{22}$/;
const noParts: ReadonlyMap<number, string> = new Map();

/** What the page says when it no longer shows anything: what to do, and the page to do it on, by default the one above. */
interface Lost {
  readonly say: string;
  readonly text: string;
  readonly path?: string;
}

/** A form that was sent, as it is stored. */
interface Sent {
  readonly operator: string;
  readonly path: string;
  readonly phase: "under way" | "shown" | "done" | "refused";
  readonly at: number;
  /** Where its answer led. */
  readonly to?: string | undefined;
}

/**
 * A screen whose form may end in `showOnce`. The form has an id, which its first sending claims: sent again, it does nothing and leads
 * to the same page. A form that was refused can be sent again.
 */
export function showsOnce(screen: FormScreen, lost: Lost): FormScreen {
  return {
    ...screen,
    get: (visit) => {
      const id = visit.query.get("shown");
      if (id !== undefined) return shownPage(visit, id, lost);
      return screen.get({ ...visit, once: { id: createId(visit) } });
    },
    post: async (visit, form) => {
      const named = form.get(onceField);
      const id = named !== undefined && idForm.test(named) ? named : createId(visit);
      const version = await claim(visit, id);
      if (version === undefined) return toShown(visit, id);
      const reply = await screen.post({ ...visit, once: { id, version } }, form);
      const to = reply.headers.location;
      const isOwn = typeof to !== "string" || to.split("?")[0] === consolePath(visit.web, visit.path);
      // Changes nothing if something is shown: then the version has risen.
      await setPhase(visit, { id, version }, isOwn ? "refused" : "done", isOwn ? undefined : to);
      return reply;
    },
  };
}

/**
 * Keeps a page for ten minutes, sealed because it holds a secret, and redirects to it: the operator who sent the form can load it again.
 * Durable before it redirects.
 */
export async function showOnce(
  visit: Visit,
  { title, up, main }: Pick<Content, "title" | "up" | "main">,
): Promise<Reply> {
  const { web, account, path, once } = visit;
  if (once?.version === undefined) throw new Error(`The screen of ${path} has to be made by showsOnce.`);
  const { id, version } = once;
  const page = { operator: account.id, path, id, title, up, main: html`${main}`.toString() };
  const expiresAt = plus(web.ports.clock.now(), shownSeconds);
  const state = sealAs(web.ports.sealer, "shown", page);
  await web.administration.consoleRuns.start({ id: shownId(id), state, expiresAt }, noParts);
  await setPhase(visit, { id, version }, "shown");
  return toShown(visit, id);
}

function createId({ web }: Visit): string {
  return web.ports.random.alphanumeric(22);
}

// The ids of acts on many people have no dash.
const sentId = (id: string) => `sent-${id}`;
const shownId = (id: string) => `shown-${id}`;

/** Claims the form for this request; the version of the claim, undefined if it was sent before. */
async function claim(visit: Visit, id: string): Promise<number | undefined> {
  const { consoleRuns } = visit.web.administration;
  const expiresAt = plus(visit.web.ports.clock.now(), sentSeconds);
  const state = sentState(visit, "under way");
  if (await consoleRuns.start({ id: sentId(id), state, expiresAt }, noParts)) return 1;
  const before = await findSent(visit, id);
  if (before?.phase !== "refused") return undefined;
  const { version } = before;
  const isClaimed = await consoleRuns.advance({ id: sentId(id), state, version }, noParts);
  return isClaimed ? version + 1 : undefined;
}

async function setPhase(
  visit: Visit,
  { id, version }: { readonly id: string; readonly version: number },
  phase: Sent["phase"],
  to?: string,
): Promise<void> {
  const state = sentState(visit, phase, to);
  await visit.web.administration.consoleRuns.advance({ id: sentId(id), state, version }, noParts);
}

function sentState({ web, account, path }: Visit, phase: Sent["phase"], to?: string): string {
  const sent: Sent = { operator: account.id, path, phase, at: web.ports.clock.now(), to };
  return JSON.stringify(sent);
}

/** The form with this id, if this operator sent it on this page. */
async function findSent(
  { web, account, path }: Visit,
  id: string,
): Promise<(Sent & { readonly version: number }) | undefined> {
  const stored = await web.administration.consoleRuns.find(sentId(id), web.ports.clock.now());
  const sent = stored && parseJson(stored.state);
  if (stored === undefined || !isJsonObject(sent)) return undefined;
  if (sent.operator !== account.id || sent.path !== path) return undefined;
  // Only `sentState` writes states.
  return { ...(sent as unknown as Sent), version: stored.version };
}

function toShown({ web, path }: Visit, id: string): Reply {
  return web.replies.redirect(303, `${consolePath(web, path)}?shown=${id}`);
}

async function shownPage(visit: Visit, id: string, lost: Lost): Promise<Reply> {
  const { web, account, path } = visit;
  const now = web.ports.clock.now();
  if (!idForm.test(id)) return gonePage(visit, lost);
  const kept = await web.administration.consoleRuns.find(shownId(id), now);
  const page = openAs(web.ports.sealer, "shown", kept?.state);
  if (page?.operator === account.id && page.path === path && page.id === id) {
    // Only `showOnce` can have sealed it.
    const { title, up, main } = page as unknown as Pick<Content, "title" | "up"> & { readonly main: string };
    return show(visit, { title, up, main: dangerouslyUnescaped(main), script: scriptFor("copy") });
  }
  const sent = await findSent(visit, id);
  if (sent?.phase === "under way" && now < sent.at + leaseSeconds * 1_000) return waitingPage(visit, id);
  if (sent?.phase === "refused") return web.replies.redirect(303, consolePath(web, path));
  if (sent?.to !== undefined) return web.replies.redirect(303, sent.to);
  return gonePage(visit, lost);
}

/** The form was sent twice, and the first request has not ended yet. The page loads itself again. */
function waitingPage(visit: Visit, id: string): Reply {
  const href = `${consolePath(visit.web, visit.path)}?shown=${id}`;
  const reply = show(visit, {
    title: "One moment",
    main: html`<p>The form is being handled. It is done only once, although it was sent twice.</p>
      <div class="actions">${linkButton(href, "Show the result", "action")}</div>`,
  });
  return { ...reply, headers: { ...reply.headers, refresh: "1" } };
}

function gonePage(visit: Visit, { say, text, path = visit.path.replace(/\/[^/]*$/, "") }: Lost): Reply {
  const up = { href: consolePath(visit.web, path), text };
  return show(
    visit,
    {
      title: "No longer shown",
      up,
      main: html`<p>What was made here is shown for ten minutes, and only to the operator who made it. ${say}</p>
        <div class="actions">${linkButton(up.href, text, "action")}${linkButton(consolePath(visit.web, visit.path), "Open the form")}</div>`,
    },
    410,
  );
}
