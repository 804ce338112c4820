import { type Command, Option } from "commander";
import type { InvitationProblem } from "../flows/operator/invite.ts";
import { invitationOperations, type invitationSchema } from "../operations/invitation.ts";
import { type AnswerOf, byId } from "../operations/operation.ts";
import { languages } from "../protocol/language.ts";
import { collect } from "./client-options.ts";
import type { Invocation } from "./invocation.ts";
import { type Details, shortTimeOf } from "./layout.ts";
import { operationCommands } from "./operation-command.ts";
import type { Hints } from "./operation-view.ts";

const { createInvitation, listInvitations, deleteInvitation } = byId(invitationOperations);

const hints: Hints<InvitationProblem> = {
  "name-taken": "`latchkey user recover` makes a link for a person who cannot sign in.",
  "unknown-group": "`latchkey group list` shows the groups there are.",
  unknown: "`latchkey invite list` shows those that wait.",
};

/** `latchkey invite …`: links by which people create their own accounts. */
export function addInviteCommands(program: Command, invocation: Invocation): void {
  const invite = program.command("invite");
  const add = operationCommands(invite, invocation, hints);
  add(createInvitation, {
    help: "make a link for one person, which works once within seven days; prints and mails it",
    options: {
      email: new Option("--email <email>", "where the mail goes; the account will have this address"),
      groups: groupOption(),
      language: languageOption(),
    },
    details: (invitation) => [...detailsOf(invitation), ["Link", invitation.link]],
    notes: ({ invitation_id }, { latchkey }) => [
      "The link is also mailed to that address. It cannot be shown again.",
      `Undo: ${latchkey} invite delete ${invitation_id}`,
    ],
  });
  add(listInvitations, {
    help: "the invitations that wait, in the order in which they were made",
    table: {
      headings: ["E-MAIL", "GROUPS", "ENDS", "INVITATION ID"],
      row: ({ email, groups, expires_at, invitation_id }) => [
        email,
        groups.join(" "),
        shortTimeOf(expires_at),
        invitation_id,
      ],
      empty: (latchkey) => `Nobody is invited. Invite somebody: ${latchkey} invite create --email EMAIL`,
    },
  });
  add(deleteInvitation, {
    help: "take an invitation back",
    notes: () => ["The invitation is taken back; its link does nothing any more."],
  });
}

/** `--group`: the groups of an account that is made. */
export function groupOption(): Option {
  return new Option("--group <group>", "a group that the account will be in; may be repeated").argParser(
    collect,
  );
}

/** `--language`: the language of a mail to somebody whose language is not known. */
export function languageOption(): Option {
  return new Option("--language <tag>", "the language of the mail").choices([...languages]).default("en");
}

function detailsOf({ invitation_id, email, groups, expires_at }: AnswerOf<typeof invitationSchema>): Details {
  return [
    ["Invitation", invitation_id],
    ["E-mail", email],
    ...(groups.length > 0 ? [["Groups", groups.join(" ")] as const] : []),
    ["Ends", shortTimeOf(expires_at)],
  ];
}
