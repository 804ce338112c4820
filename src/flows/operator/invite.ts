import {
  type AccountNameProblem,
  describeAccountNameProblem,
  readEmail,
} from "../../identity/account-name.ts";
import { type GroupName, groupsPerAccountMax, readGroupName } from "../../identity/group.ts";
import type { Language } from "../../protocol/language.ts";
import { digestOf } from "../../values/digest.ts";
import { toHex } from "../../values/hex.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import type { Auditor } from "../audit.ts";
import type { Link } from "../link.ts";
import { createLink, createLinkMessage, type MailPorts, type NewLink } from "../person/mail-link.ts";
import type { Ports } from "../ports.ts";
import type { ProblemTable } from "./problem.ts";
import type { Terms } from "./rights.ts";

/** The ports of inviting people. */
export type InvitationPorts = MailPorts &
  Pick<Ports, "links" | "accounts" | "groups"> & { readonly audit: Auditor };

/** An invitation as an operator writes it. */
export interface InvitationWish {
  readonly email: string;
  readonly groups: readonly string[];
  /** The language of the mail. */
  readonly language: Language;
}

/** Why nobody was invited, or no invitation was revoked. */
export type InvitationProblem =
  | { readonly kind: "email-unusable"; readonly problem: AccountNameProblem }
  /** The address has an account. */
  | { readonly kind: "name-taken" }
  | { readonly kind: "unknown-group"; readonly name: string }
  | { readonly kind: "too-many-groups" }
  /** Lacks the right to put somebody into groups. */
  | { readonly kind: "right-missing" }
  | { readonly kind: "unknown" };

/** The problems of invitations. */
export const invitationProblems: ProblemTable<InvitationProblem> = {
  "email-unusable": {
    as: "invalid",
    at: "email",
    say: ({ problem }) => `The e-mail address cannot be used. ${describeAccountNameProblem(problem)}`,
  },
  "name-taken": {
    as: "conflict",
    at: "email",
    say: "Somebody has an account with this address already.",
  },
  "unknown-group": { as: "not-found", at: "groups", say: ({ name }) => `There is no group ${name}.` },
  "too-many-groups": {
    as: "invalid",
    at: "groups",
    say: `A person is in at most ${groupsPerAccountMax} groups.`,
  },
  "right-missing": {
    as: "lacking",
    at: "groups",
    right: "groups:write",
    say: "An invitation into groups needs the right groups:write, which you do not have.",
  },
  unknown: {
    as: "not-found",
    say: "There is no such invitation. It may have been used, or have expired.",
  },
};

/** Makes an invitation for an address without an account, and mails it. It works for seven days, once. */
export async function createInvitation(
  ports: InvitationPorts,
  { email, groups: names, language }: InvitationWish,
  { by }: Pick<Terms, "by">,
): Promise<Result<NewLink, InvitationProblem>> {
  // Decided before the groups are looked up, because the answer would tell whether a name exists.
  if (names.length > 0 && !by.scopes.has("groups:write")) return refuse({ kind: "right-missing" });
  const address = readEmail(email);
  if (!address.ok) return refuse({ kind: "email-unusable", problem: address.reason });
  const groups = await knownGroups(ports, names);
  if (!groups.ok) return groups;
  if ((await ports.accounts.findByName(address.value)) !== undefined) return refuse({ kind: "name-taken" });
  const wish = {
    kind: "invite",
    address: address.value,
    ...(groups.value.length > 0 && { groups: groups.value }),
  } as const;
  const made = createLink(ports, wish);
  const target = { kind: "invitation", id: formatInvitationId(made.link) } as const;
  const named = groups.value.length > 0 ? { groups: groups.value.join(" ") } : undefined;
  await ports.links.create(made.link, {
    messages: [await createLinkMessage(ports, made, { to: address.value, language })],
    audit: [ports.audit.entry("invitation-created", target, named)],
  });
  return ok(made);
}

async function knownGroups(
  { groups }: Pick<InvitationPorts, "groups">,
  texts: readonly string[],
): Promise<Result<readonly GroupName[], InvitationProblem>> {
  const known = new Set<GroupName>();
  for (const text of texts) {
    const name = readGroupName(text);
    const group = name && (await groups.find(name));
    if (group === undefined) return refuse({ kind: "unknown-group", name: text });
    known.add(group.name);
  }
  return known.size > groupsPerAccountMax ? refuse({ kind: "too-many-groups" }) : ok([...known]);
}

/** The name of an invitation for operators. It opens nothing. */
export function formatInvitationId({ digest }: Pick<Link, "digest">): string {
  return toHex(digest);
}

/** Revokes an invitation. It is unknown if it was used, has expired or never existed. */
export async function deleteInvitation(
  { links, audit }: Pick<InvitationPorts, "links" | "audit">,
  id: string,
): Promise<Result<void, InvitationProblem>> {
  if (!/^[0-9a-f]{64}$/.test(id)) return refuse({ kind: "unknown" });
  const entry = audit.entry("invitation-deleted", { kind: "invitation", id });
  const isRemoved = await links.remove("invite", digestOf(Buffer.from(id, "hex")), { audit: [entry] });
  return isRemoved ? ok(undefined) : refuse({ kind: "unknown" });
}
