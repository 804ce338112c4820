import type { Account } from "../../identity/account.ts";
import type { Client } from "../../protocol/client/client.ts";
import type { Instant } from "../../values/time.ts";
import { shellWord } from "../../values/words.ts";
import type { Rights } from "./rights.ts";

/** One rule of a decision, with the value on which it decided. */
export interface Rule {
  readonly rule: RuleName;
  /**
   * "passes": it stops nobody. "asks": the person is shown a page, and can go on from there. "blocks": nobody gets past it until something
   * is changed. "unreached": a rule before it decided.
   */
  readonly outcome: "passes" | "asks" | "blocks" | "unreached";
  readonly value: string;
  /** The command that changes the outcome, where there is one. It begins with `latchkey`. */
  readonly command?: string | undefined;
}

/** What a rule is about. */
export type RuleName =
  | "request"
  | "path"
  | "account"
  | "way in"
  | "mail"
  | "strength"
  | "deletion"
  | "groups"
  | "consent"
  | "token"
  | "expiry"
  | "revocation"
  | "client"
  | "session"
  | "origin"
  | "audience";

/** A rule that passes. */
export function passes(rule: RuleName, value: string): Rule {
  return { rule, outcome: "passes", value };
}

/**
 * The rule about the groups of an application. The groups of the application are named to operators who may read about applications, and those of the
 * person to operators who may read about people, as everywhere else.
 */
export function groupsRule(
  { metadata: { onlyGroups } }: Pick<Client, "metadata">,
  { username, groups = [] }: Pick<Account, "username" | "groups">,
  { isAdmitted, by: { scopes } }: { readonly isAdmitted: boolean; readonly by: Pick<Rights, "scopes"> },
): Rule {
  const rule = "groups";
  if (onlyGroups.length === 0) return passes(rule, "open to everybody");
  const namesOpen = scopes.has("clients:read");
  const open = `open to ${namesOpen ? onlyGroups.join(", ") : "some groups"}`;
  if (isAdmitted) {
    const theirs = onlyGroups.filter((name) => groups.includes(name));
    return passes(
      rule,
      `${open}; in ${namesOpen && scopes.has("users:read") ? theirs.join(", ") : "one of them"}`,
    );
  }
  const theirs = scopes.has("users:read") ? groups.join(", ") || "no group" : "none of them";
  const [group = "GROUP"] = namesOpen ? onlyGroups : [];
  const command = `latchkey group add ${shellWord(group)} ${shellWord(username)}`;
  return { rule, outcome: "blocks", value: `${open}; in ${theirs}`, command };
}

/** A refusal as the service noted it. Its details hold no secret, as those of every event and entry. */
export interface NotedRefusal {
  readonly at: Instant;
  /** The kind of the event, which is also the `msg` of its log line. */
  readonly act: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

/** The latest refusals that only the log has, in this process. */
export interface RecentRefusals {
  find(requestId: string): NotedRefusal | undefined;
}
