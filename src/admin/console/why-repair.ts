import { findAccount } from "../../flows/operator/account.ts";
import { linkButton } from "../../pages/components.ts";
import type { Printable } from "../../pages/html.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import { copyable } from "./parts.ts";
import { personPath } from "./person-words.ts";
import { consolePath } from "./places.ts";
import { mayDo, type Visit } from "./visit.ts";

/** A page of the console on which a command can be done, and the right for it. */
interface Place {
  readonly path: string;
  readonly text: string;
  readonly needs: AdminScope;
}

/**
 * What changes the outcome of a rule, from the command for it: a link to the page of the console that does the same, for operators who
 * may. A command that no page stands for is shown as it is, under this id.
 */
export async function repairOf(visit: Visit, command: string, id: string): Promise<Printable> {
  const place = await placeOf(visit, wordsOf(command));
  if (place === undefined)
    return copyable(command.replace(/^latchkey /, `${visit.web.runLatchkey} `), { id });
  return mayDo(visit, place.needs) && linkButton(consolePath(visit.web, place.path), place.text, "little");
}

async function placeOf(
  visit: Visit,
  [noun, verb, first = "", second = ""]: readonly string[],
): Promise<Place | undefined> {
  if (noun === "user") return placeOfPerson(visit, verb, first);
  if (noun === "group" && first === "GROUP") return placeOfPerson(visit, verb, second);
  if (noun === "group")
    return {
      path: `/groups/${encodeURIComponent(first)}/find?${new URLSearchParams({ q: second })}`,
      text: `Add to ${first}`,
      needs: "groups:write",
    };
  if (noun === "client")
    return {
      path: `/clients/${encodeURIComponent(first)}${verb === "update" ? "/edit" : ""}`,
      text: verb === "update" ? "Edit the application" : "The application",
      needs: "clients:write",
    };
  if (noun === "mail" && verb === "retry")
    return { path: `/mail/${encodeURIComponent(first)}`, text: "The message", needs: "mail:write" };
  return undefined;
}

const personPlaces: Readonly<Record<string, readonly [more: string, text: string]>> = {
  recover: ["/recover", "Make a recovery link"],
  update: ["/edit", "Edit the person"],
};

async function placeOfPerson({ web }: Visit, verb = "", who: string): Promise<Place | undefined> {
  const account = await findAccount(web.ports.accounts, who);
  const [more, text] = personPlaces[verb] ?? ["", "The person"];
  return account && { path: personPath(account, more), text, needs: "users:write" };
}

/** The words of a command behind its first one, which is the program, without the quotes that a shell needs. */
function wordsOf(command: string): readonly string[] {
  const words = command.match(/(?:'[^']*'|\\.|[^\s'\\])+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll(/'([^']*)'|\\(.)/g, "$1$2"));
}
