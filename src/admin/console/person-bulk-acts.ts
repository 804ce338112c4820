import type { Account } from "../../identity/account.ts";
import { bulkOperations } from "../../operations/bulk.ts";
import type { Operation } from "../../operations/operation.ts";
import { strengths, strengthWords } from "../../values/strength.ts";
import { mailLanguage } from "./mail-language.ts";
import type { Visit } from "./visit.ts";

/** How the console presents an act on many people. */
export interface BulkView {
  readonly button: string;
  /** What is done to whom: `Disable 3 people`. `chosen` is the value of the choice. */
  readonly deed: (people: string, chosen?: string) => string;
  readonly text: string;
  /** The act that undoes this one. */
  readonly undo?: {
    readonly by: (typeof bulkOperations)[number]["id"];
    /** The state of a person before the act, as the choice of `by` spells it; undefined if `by` would not restore it. */
    readonly before: (account: Account, chosen: string) => string | undefined;
  };
  /** A choice that comes before the preview. */
  readonly choice?: {
    readonly member: string;
    readonly label: string;
    readonly options: (visit: Visit) => Promise<readonly (readonly [value: string, text: string])[]>;
  };
}

const groupsOf = async ({ web }: Visit) =>
  (await web.ports.groups.list({ limit: 1_000 })).items.map(({ name }) => [name, name] as const);
const languageChoice = {
  member: "language",
  label: "The language of the mail, if the account has none",
  options: async () => mailLanguage.options.map(({ value, label }) => [value, label] as const),
};

/** Undefined for a locked account: neither enabling nor disabling it brings the lock back, which a mailed link can open. */
const unlessLocked = ({ lockedAt }: Account) => (lockedAt === undefined ? "unlocked" : undefined);

function strengthIn(chosen: string | undefined): string {
  const known = strengths.find((strength) => strength === chosen);
  return known === undefined ? "factors" : strengthWords[known];
}

const views: Readonly<Record<(typeof bulkOperations)[number]["id"], BulkView>> = {
  disableUsers: {
    button: "Disable",
    deed: (people) => `Disable ${people}`,
    text: "They are signed out everywhere and cannot sign in until they are enabled again.",
    undo: { by: "enableUsers", before: unlessLocked },
  },
  enableUsers: {
    button: "Enable",
    deed: (people) => `Enable ${people}`,
    text: "They can sign in again.",
    undo: { by: "disableUsers", before: unlessLocked },
  },
  signUsersOut: {
    button: "Sign out everywhere",
    deed: (people) => `Sign out ${people} everywhere`,
    text: "They have to sign in again in every browser, and every token ends.",
  },
  requireOfUsers: {
    button: "Require factors",
    deed: (people, strength) => `Require ${strengthIn(strength)} of ${people}`,
    text: "It applies from their next sign-in.",
    choice: {
      member: "require",
      label: "What they have to prove",
      options: async () => Object.entries(strengthWords),
    },
    undo: { by: "requireOfUsers", before: ({ requires = "one" }) => requires },
  },
  addUsersToGroup: {
    button: "Add to a group",
    deed: (people, group = "a group") => `Add ${people} to ${group}`,
    text: "Applications see it at the next sign-in.",
    choice: { member: "to_group", label: "The group", options: groupsOf },
    undo: { by: "removeUsersFromGroup", before: (_, group) => group },
  },
  removeUsersFromGroup: {
    button: "Remove from a group",
    deed: (people, group = "a group") => `Remove ${people} from ${group}`,
    text: "Access by the group ends with the next refresh.",
    choice: { member: "from_group", label: "The group", options: groupsOf },
    undo: { by: "addUsersToGroup", before: (_, group) => group },
  },
  recoverUsers: {
    button: "Mail recovery links",
    deed: (people) => `Mail recovery links to ${people}`,
    text: "Each gets a link with which a new password can be set within a day. Only verified addresses get mail.",
    choice: languageChoice,
  },
  inviteUsers: {
    button: "Invite",
    deed: (people) => `Invite ${people}`,
    text: "People who never signed in get a link with which a password can be set within a day.",
    choice: languageChoice,
  },
};

/** The acts on many people, with their scopes, paths and words. */
export const bulkActs = bulkOperations.map((operation) => {
  const view = views[operation.id];
  return {
    operation: operation as Operation,
    ...view,
    scope: operation.scope,
    path: operation.path.replace("/bulk/users", "/people/bulk"),
  };
});

/** One of the acts. */
export type BulkAct = (typeof bulkActs)[number];
