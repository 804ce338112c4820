import {
  countGroups,
  describePlace,
  listAdmitted,
  type MethodAccess,
  type PathAccess,
  readPathAccess,
} from "../../flows/operator/path-access.ts";
import { explain } from "../../flows/operator/problem.ts";
import { type AccessReport, accessProblems, explainAccess } from "../../flows/operator/why-access.ts";
import type { Reply } from "../../http/reply.ts";
import { readPersonPosition, writePersonPosition } from "../../operations/user-filter.ts";
import { badge, type Fact, factsOf, linkButton } from "../../pages/components.ts";
import { html, type Printable, type SafeHtml } from "../../pages/html.ts";
import { type Client, isProtected } from "../../protocol/client/client.ts";
import { accessForm } from "./client-access-panel.ts";
import { clientPath } from "./client-path.ts";
import { withClient } from "./client-show.ts";
import { groupPath } from "./group-parts.ts";
import { counted, panel, rowsOf } from "./parts.ts";
import { personName, personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { scriptFor } from "./script.ts";
import { mayDo, type Screen, show, type Visit } from "./visit.ts";
import { rulesOf } from "./why.ts";

const pageSize = 50;

/** Who may open a path of a protected application, by the decision of a proxy's request. */
export const clientAccessScreen: Screen = {
  path: "/clients/{id}/access",
  scope: "clients:read",
  get: (visit) => withClient(visit, (client) => accessPage(visit, client)),
};

async function accessPage(visit: Visit, client: Client): Promise<Reply> {
  const title = "Who may open a path?";
  const up = { href: consolePath(visit.web, clientPath(client)), text: client.name };
  if (!isProtected(client)) {
    const say =
      "No proxy protects this application: it signs people in itself, so it has no rules for paths.";
    return show(visit, { title, up, main: html`<p>${say}</p>` });
  }
  const value = (name: string) => visit.query.get(name)?.trim() ?? "";
  const values = { path: value("path"), method: value("method"), user: value("user") };
  const isAsked = values.path !== "";
  const question = { path: isAsked ? values.path : "/", method: values.method || undefined };
  const read = readPathAccess(client, question);
  const who = isAsked && mayDo(visit, "users:read") ? values.user : "";
  const explained =
    read.ok && who !== ""
      ? await explainAccess(visit.call.registry, { who, clientId: client.id, ...question }, visit.operator)
      : undefined;
  const failed = read.ok ? (explained?.ok === false ? explained.reason : undefined) : read.reason;
  const problem = failed && explain(accessProblems, failed).say;
  const answer = read.ok && isAsked && failed === undefined && (await answerOf(visit, read.value, values));
  return show(
    visit,
    {
      title,
      up,
      lead: "Decided as for a request of the proxy, by what is stored now. Nothing here changes anything.",
      problem,
      main: html`
        ${answer}
        ${explained?.ok === true && (await personPanel(visit, explained.value))}
        ${panel("The request", accessForm(visit, client, values))}`,
      script: scriptFor("copy"),
    },
    problem === undefined ? 200 : 404,
  );
}

async function answerOf(
  visit: Visit,
  { client, request, place, methods }: PathAccess,
  { user, ...question }: { readonly path: string; readonly method: string; readonly user: string },
): Promise<SafeHtml> {
  const groups = await countGroups(visit.web.ports.groups, client, place);
  const outcome =
    place.kind === "refused" ? badge("refused", "bad") : place.kind === "public" && badge("public", "warn");
  const answer = panel(
    `${request.method} ${request.origin}${request.path}`,
    html`<p>It ${describePlace(client, place)}. ${outcome}</p>${factsOf([
      ...groups.map(
        (names): Fact => [
          "In one of the groups",
          ...names.map(({ name, members }) =>
            members === undefined
              ? html`${name} ${badge("does not exist", "bad")}`
              : askedGroup(visit, name, members),
          ),
        ],
      ),
      ...(methods.length > 1 ? methods.map((each) => methodFact(client, each)) : []),
    ])}`,
  );
  if (user !== "" || !mayDo(visit, "users:read")) return answer;
  const cursor = visit.query.get("after");
  const after = cursor === undefined ? undefined : readPersonPosition(cursor, "created");
  const page = await listAdmitted(visit.call.registry, client, place, { limit: pageSize, after });
  if (page === undefined) return answer;
  const rows = page.items.map(({ account }) => ({
    href: consolePath(visit.web, personPath(account)),
    name: personName(account),
    detail: account.username,
  }));
  const more = page.next && new URLSearchParams({ ...question, after: writePersonPosition(page.next) });
  const heading = `${page.isTotalExact ? "" : "At least "}${counted(page.total, "person", "people")} may open it`;
  return html`${answer}${panel(
    heading,
    html`${rowsOf(rows, "Nobody is in the groups that it asks for.")}${
      more &&
      html`<div class="actions">${linkButton(`${consolePath(visit.web, clientPath(client, "/access"))}?${more}`, "Next people")}</div>`
    }`,
  )}`;
}

/** Who is in a group, and how many, is known to operators who may see groups or people. */
function askedGroup(visit: Visit, name: string, members: number): Printable {
  const people = counted(members, "person", "people");
  if (mayDo(visit, "groups:read"))
    return html`<a href="${consolePath(visit.web, groupPath(name))}">${name}</a>, ${people}`;
  return mayDo(visit, "users:read") ? `${name}, ${people}` : name;
}

function methodFact(client: Client, { methods, place }: MethodAccess): Fact {
  return [methods.join(", ") || "All other methods", describePlace(client, place)];
}

async function personPanel(visit: Visit, { account, opens, rules }: AccessReport): Promise<SafeHtml> {
  const title = `${personName(account)} ${opens ? "may" : "may not"} open it`;
  return panel(
    title,
    html`<p class="muted">The rules in the order in which they decide, as they stand now, for a browser that nobody has used before.</p>${await rulesOf(visit, rules)}`,
  );
}
