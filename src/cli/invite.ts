import { type Command, Option } from "commander";
import type { Administration } from "../administration.ts";
import type { Link } from "../flows/link-ports.ts";
import { invitationRecord } from "../flows/operator/invitation-record.ts";
import {
  createInvitation,
  deleteInvitation,
  describeInvitationProblem,
  formatInvitationId,
  type InvitationDesk,
  type InvitationProblem,
} from "../flows/operator/invite.ts";
import { type Config, resolveIssuer } from "../ops/config.ts";
import { type Language, languages } from "../protocol/language.ts";
import { refuse } from "../values/result.ts";
import { shortTime } from "../values/words.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { detailLines, printTable } from "./layout.ts";
import { type ListOptions, limitOption, noteRest } from "./list.ts";
import { done, type ExitCode, exitCodes, type Outcome, type Problem } from "./outcome.ts";

interface CreateOptions {
  readonly email: string;
  readonly group?: readonly string[];
  readonly language: Language;
}

/** `latchkey invite …`: links by which people create their own accounts. */
export function addInviteCommands(program: Command, invocation: Invocation): void {
  const invite = program.command("invite").description("invite people to create their own accounts");
  invite
    .command("create")
    .description("make a link for one person, which works once within seven days; prints and mails it")
    .requiredOption("--email <email>", "where the mail goes; the account will have this address")
    .option("--group <group>", "a group that the account will be in; may be repeated", collect)
    .addOption(languageOption())
    .action(
      action(invocation, (options: CreateOptions, command: Command) => create(invocation, command, options)),
    );
  invite
    .command("list")
    .description("the invitations that wait, in the order in which they were made")
    .addOption(limitOption())
    .action(
      action(invocation, (options: ListOptions, command: Command) => list(invocation, command, options)),
    );
  invite
    .command("delete <id>")
    .description("take an invitation back")
    .action(action(invocation, (id: string, _: object, command: Command) => remove(invocation, command, id)));
}

/** `--language`: the language of a mail to somebody whose language is not known. */
export function languageOption(): Option {
  return new Option("--language <tag>", "the language of the mail").choices([...languages]).default("en");
}

function create(
  invocation: Invocation,
  command: Command,
  { email, group: groups = [], language }: CreateOptions,
): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: false },
    async (administration, config) => {
      const desk = deskOf(administration, config);
      const created = await createInvitation(desk, { email, groups, language });
      if (!created.ok) return refuse(problemOf(invocation, created.reason));
      const { link, href } = created.value;
      if (wantsJson(command)) terminal.printJson({ ...invitationRecord(link), link: href });
      else detailLines([...details(link), ["Link", href]]).forEach(terminal.print);
      terminal.note("The link is also mailed to that address. It cannot be shown again.");
      terminal.note(`Undo: ${runLatchkey} invite delete ${formatInvitationId(link)}`);
      return done;
    },
  );
}

function list(invocation: Invocation, command: Command, options: ListOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store, clock }) => {
    const page = await store.links.list("invite", { limit: options.limit, now: clock.now() });
    const { items: links, total } = page;
    if (wantsJson(command)) for (const link of links) terminal.printJson(invitationRecord(link));
    else if (links.length === 0)
      terminal.note(`Nobody is invited. Invite somebody: ${runLatchkey} invite create --email EMAIL`);
    else {
      const rows = links.map((link) => [
        link.address ?? "",
        (link.groups ?? []).join(" "),
        shortTime(link.expiresAt),
        formatInvitationId(link),
      ]);
      printTable(terminal, ["E-MAIL", "GROUPS", "ENDS", "INVITATION ID"], rows);
    }
    noteRest(invocation, options, total);
    return done;
  });
}

function remove(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store, audit }) => {
    if (!(await deleteInvitation({ links: store.links, audit }, id)))
      return refuse({
        exitCode: exitCodes.notFound,
        cause: "There is no such invitation. It may have been used, or have expired.",
        hint: `\`${runLatchkey} invite list\` shows those that wait.`,
      });
    if (wantsJson(command)) terminal.printJson({ invitation_id: id, deleted: true });
    terminal.note("The invitation is taken back; its link does nothing any more.");
    return done;
  });
}

function deskOf({ store, keyring, ...others }: Administration, config: Config): InvitationDesk {
  const { links, accounts, groups } = store;
  const settings = { issuer: resolveIssuer(config, config.port), brandName: config.brandName };
  return { ...others, links, accounts, groups, sealer: keyring, settings };
}

function collect(name: string, before: readonly string[] = []): readonly string[] {
  return [...before, name];
}

function details(link: Link): readonly (readonly [label: string, value: string])[] {
  const groups = link.groups ?? [];
  return [
    ["Invitation", formatInvitationId(link)],
    ["E-mail", link.address ?? ""],
    ...(groups.length > 0 ? [["Groups", groups.join(" ")] as const] : []),
    ["Ends", shortTime(link.expiresAt)],
  ];
}

const exitCodeOf: Readonly<Record<InvitationProblem["kind"], ExitCode>> = {
  "email-unusable": exitCodes.refused,
  "name-taken": exitCodes.conflict,
  "unknown-group": exitCodes.notFound,
  "too-many-groups": exitCodes.refused,
};

function problemOf({ runLatchkey }: Invocation, problem: InvitationProblem): Problem {
  const hints: Partial<Readonly<Record<InvitationProblem["kind"], string>>> = {
    "name-taken": `\`${runLatchkey} user recover\` makes a link for a person who cannot sign in.`,
    "unknown-group": `\`${runLatchkey} group list\` shows the groups there are.`,
  };
  const hint = hints[problem.kind];
  return {
    exitCode: exitCodeOf[problem.kind],
    cause: describeInvitationProblem(problem),
    ...(hint !== undefined && { hint }),
  };
}
