import type { Account } from "../../identity/account.ts";
import { type AccountName, readAccountName, readEmail } from "../../identity/account-name.ts";
import { isReservedUsername } from "../../identity/reserved-usernames.ts";
import { usernameReservation } from "../../identity/try-limits.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { accountIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import { personAuditor } from "../audit.ts";
import { type CompletedSignIn, completeSignIn } from "../authorize/complete-sign-in.ts";
import type { ReadPorts } from "../authorize/read-request.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Link } from "../link-ports.ts";
import { readDisplayName } from "../operator/display-name.ts";
import type { Ports } from "../ports.ts";
import { type ChosenPasswordRefusal, hashChosenPassword } from "./choose-password.ts";
import { findOpenedLink, findResumed, type Resumed } from "./opened-link.ts";
import { type FormRefusal, refuseForm } from "./request-mail.ts";

/** A link that creates an account, opened by the person who reads mail at its address. */
export interface OpenedInvitation {
  readonly link: Link;
  readonly address: AccountName;
  readonly resumed: Resumed;
}

/** Finds what the link of a sign-up or an invitation is for. Sign-ups end when the operator closes them; invitations do not. */
export async function findInvitation(
  ports: Pick<Ports, "links"> & ReadPorts,
  secret: string | undefined,
): Promise<OpenedInvitation | undefined> {
  const link = await findOpenedLink(ports, secret, ["sign-up", "invite"]);
  if (link?.kind === "sign-up" && ports.settings.signUp !== "open") return undefined;
  const address = readEmail(link?.address ?? "");
  if (link === undefined || !address.ok) return undefined;
  return { link, address: address.value, resumed: await findResumed(ports, link) };
}

interface NewAccountAttempt {
  readonly secret: string | undefined;
  /** The query of the page, for which the CSRF token was made. */
  readonly query: string;
  readonly name: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** As many letters and digits as `lku` is followed by. */
const accountIdLength = 20;

/** Why the form is shown again. */
export type NewAccountProblem =
  | FormRefusal
  | ChosenPasswordRefusal
  | { readonly kind: "throttled"; readonly wait: Seconds }
  | {
      readonly kind:
        | "name-unusable"
        | "username-unusable"
        | "username-taken"
        | "username-reserved"
        | "address-taken";
    };

type NewAccountOutcome =
  | { readonly kind: "dead" }
  | { readonly kind: "again"; readonly invitation: OpenedInvitation; readonly problem: NewAccountProblem }
  | { readonly kind: "signed-in"; readonly query: string; readonly signedIn: CompletedSignIn };

/**
 * Uses the link up and creates the account with it, in one transaction; until then there is nothing but the link. Then the person is
 * signed in and goes on to what the sign-up had interrupted.
 */
export async function createOwnAccount(ports: Ports, attempt: NewAccountAttempt): Promise<NewAccountOutcome> {
  const { browser, context } = attempt;
  const invitation = await findInvitation(ports, attempt.secret);
  if (invitation === undefined) return { kind: "dead" };
  const made = await prepareAccount(ports, attempt, invitation);
  if (!made.ok) return { kind: "again", invitation, problem: made.reason };
  const { link, resumed } = invitation;
  const account = made.value;
  const claims = [{ kind: "link", digest: link.digest, now: account.createdAt }] as const;
  const audit = [
    personAuditor(ports, account.id, context).entry(
      "user-created",
      { kind: "user", id: account.id },
      { link: link.kind },
    ),
  ];
  const created = await ports.accounts.create(account, { claims, audit });
  if (!created.ok && created.reason === "claim-lost") return { kind: "dead" };
  if (!created.ok) return { kind: "again", invitation, problem: await nameProblem(ports, invitation) };
  const kind = link.kind === "invite" ? "invite" : "sign-up";
  ports.events.record({ kind: "account-created", accountId: account.id, link: kind }, context);
  const signedIn = await completeSignIn(
    ports,
    { account, methods: ["pwd"], refunds: [] },
    { target: readReturnTarget(resumed.query), browser, context },
  );
  return signedIn.ok
    ? { kind: "signed-in", query: resumed.query, signedIn: signedIn.value }
    : { kind: "dead" };
}

/** Everything of the account, checked. The password, which costs most, comes last. */
async function prepareAccount(
  ports: Ports,
  attempt: NewAccountAttempt,
  { link, address }: OpenedInvitation,
): Promise<Result<Account, NewAccountProblem>> {
  const form = { step: attempt.step, browserCookie: attempt.browser.browserCookie };
  const refused = refuseForm(ports, form, { step: "new-account", request: attempt.query });
  if (refused !== undefined) return refuse(refused);
  const name = readName(attempt.name);
  if (!name.ok) return name;
  // A good password uses up no try, so with an address that is taken each post would cost a hash.
  if ((await ports.accounts.findByName(address)) !== undefined) return refuse({ kind: "address-taken" });
  const username = await readFreeUsername(ports, attempt.username, { link, address });
  if (!username.ok) return username;
  const person = { username: username.value, email: address, ...name.value };
  const caller = { network: attempt.context.network(), known: toBase64Url(link.digest) };
  const hash = await hashChosenPassword(ports, { text: attempt.password, person, caller });
  if (!hash.ok) return hash;
  const now = ports.clock.now();
  return ok({
    id: accountIdOf(ports.random.alphanumeric(accountIdLength)),
    ...person,
    ...(link.groups && { groups: link.groups }),
    passwordHash: hash.value,
    epoch: 0,
    isDisabled: false,
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
  });
}

/** Without a name, pages show the username. */
function readName(text = ""): Result<Pick<Account, "name">, NewAccountProblem> {
  if (text.trim() === "") return ok({});
  const name = readDisplayName(text);
  return name.ok ? ok({ name: name.value }) : refuse({ kind: "name-unusable" });
}

/** The address is the username unless the person chooses another one. Each look at the names of others is counted. */
async function readFreeUsername(
  ports: Pick<Ports, "attempts" | "accounts" | "clock">,
  text: string | undefined,
  { link, address }: Pick<OpenedInvitation, "link" | "address">,
): Promise<Result<AccountName, NewAccountProblem>> {
  const typed = text?.trim() || address;
  const username = readAccountName(typed, address);
  if (!username.ok) return refuse({ kind: "username-unusable" });
  if (username.value === address) return username;
  if (isReservedUsername(username.value)) return refuse({ kind: "username-reserved" });
  const now = ports.clock.now();
  const reserved = await ports.attempts.reserve([usernameReservation(link.digest)], now);
  if (!reserved.ok) return refuse({ kind: "throttled", wait: secondsUntil(now, reserved.reason.retryAt) });
  const owner = await ports.accounts.findByName(username.value);
  return owner === undefined ? username : refuse({ kind: "username-taken" });
}

/** Somebody got one of the two names while the form was filled in. */
async function nameProblem(
  { accounts }: Pick<Ports, "accounts">,
  { address }: OpenedInvitation,
): Promise<NewAccountProblem> {
  const owner = await accounts.findByName(address);
  return { kind: owner === undefined ? "username-taken" : "address-taken" };
}
