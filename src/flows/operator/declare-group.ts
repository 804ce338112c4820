import type { Account } from "../../identity/account.ts";
import { groupAdministratorsMax } from "../../identity/group.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { checkTerms, findAccount } from "./account.ts";
import { findGroup, type GroupProblem, type MemberPorts, targetOf } from "./group.ts";
import { accountClaims, type Terms } from "./rights.ts";

/**
 * Makes the declared people the administrators of a group, in one transaction with an entry for each person who is added or removed.
 * Does nothing if nothing differs. Only these people must be within the operator's reach.
 */
export async function declareAdministrators(
  { groups, accounts, audit }: MemberPorts,
  text: string,
  declared: readonly string[],
  terms: Terms,
): Promise<Result<void, GroupProblem>> {
  const group = await findGroup(groups, text);
  if (group === undefined) return refuse({ kind: "unknown-group", name: text });
  const { name } = group;
  const present = await groups.administrators(name);
  const wanted: Account[] = [];
  for (const who of declared) {
    const account = await findAccount(accounts, who);
    if (account === undefined) return refuse({ kind: "unknown-administrator", who });
    if (!isAmong(account, wanted)) wanted.push(account);
  }
  if (wanted.length > groupAdministratorsMax) return refuse({ kind: "administrators-too-many" });
  const added = wanted.filter((each) => !isAmong(each, present));
  const removed: Account[] = [];
  for (const each of present) {
    const account = isAmong(each, wanted) ? undefined : await accounts.find(each.id);
    if (account !== undefined) removed.push(account);
  }
  // Two transactions that lock accounts in the same order never wait for each other.
  const changed = [...added, ...removed].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const account of changed) {
    const reached = checkTerms(account, terms);
    if (!reached.ok) return reached;
  }
  if (changed.length === 0) return ok(undefined);
  const entries = (of: readonly Account[], act: "added" | "removed") =>
    of.map(({ id }) => audit.entry(`group-administrator-${act}`, targetOf(name), { user: id }));
  const ids = { seen: present.map(({ id }) => id), wanted: wanted.map(({ id }) => id) };
  const replaced = await groups.replaceAdministrators(name, ids, {
    claims: changed.flatMap((account) => accountClaims(terms, account)),
    audit: [...entries(added, "added"), ...entries(removed, "removed")],
  });
  if (replaced === "replaced") return ok(undefined);
  return refuse(
    replaced === "unknown" ? { kind: "unknown-group", name: text } : { kind: "changed-meanwhile" },
  );
}

function isAmong({ id }: Pick<Account, "id">, others: readonly Pick<Account, "id">[]): boolean {
  return others.some((other) => other.id === id);
}
