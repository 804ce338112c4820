import type { Account } from "../../identity/account.ts";
import { type AccountName, readAccountName, readEmail } from "../../identity/account-name.ts";
import { methodsOfPasskey, type UserHandle } from "../../identity/passkey.ts";
import { isReservedUsername } from "../../identity/reserved-usernames.ts";
import { usernameReservation } from "../../identity/try-limits.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { toBase64Url } from "../../values/base64url.ts";
import { accountIdOf } from "../../values/ids.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { type Seconds, secondsUntil } from "../../values/time.ts";
import type { FirstCredentials } from "../account-ports.ts";
import { activityEntry } from "../activity.ts";
import { personAuditor } from "../audit.ts";
import {
  type CompletedSignIn,
  completeSignIn,
  type StartedSignIn,
  startSignIn,
} from "../authorize/complete-sign-in.ts";
import { isPasskeyAnswer } from "../authorize/prove-passkey.ts";
import type { ReadPorts } from "../authorize/read-request.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Link } from "../link.ts";
import { type Challenge, claimOfChallenge } from "../passkey-challenge.ts";
import type { Ports } from "../ports.ts";
import type { Proof } from "../session/begin-session.ts";
import type { SideEffects } from "../side-effect-ports.ts";
import { type ChosenPasswordRefusal, hashChosenPassword } from "./choose-password.ts";
import { findOpenedLink, findResumed, type Resumed } from "./opened-link.ts";
import { verifyCreation } from "./passkeys.ts";
import { createRecoveryCodes, type ShownCodes } from "./recovery-codes.ts";
import { type FormRefusal, readForm } from "./request-mail.ts";

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
  /** The query of the page. */
  readonly query: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The registration of a passkey, instead of a password; or `passkeyAvailable`. */
  readonly passkey: string | undefined;
  /** The handle under which it was made. */
  readonly userHandle: UserHandle | undefined;
  /** The name of a passkey whose authenticator is not known. */
  readonly unnamed: string;
  /** See `Visit`. */
  readonly offersPasskey: boolean;
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
        | "username-unusable"
        | "username-taken"
        | "username-reserved"
        | "address-taken"
        | "passkey-refused";
    };

type NewAccountOutcome =
  | { readonly kind: "dead" }
  | { readonly kind: "again"; readonly invitation: OpenedInvitation; readonly problem: NewAccountProblem }
  | { readonly kind: "signed-in"; readonly query: string; readonly signedIn: CompletedSignIn }
  /** The person is signed in by a passkey, and sees the recovery codes before they go on. */
  | {
      readonly kind: "codes";
      readonly query: string;
      readonly signedIn: StartedSignIn;
      readonly codes: ShownCodes;
    };

/** An account that can be created, and how its owner has proved who they are. */
interface PreparedAccount extends Pick<Proof, "account" | "methods"> {
  /** Absent for an account with a password. */
  readonly withoutPassword?: {
    readonly first: FirstCredentials;
    readonly codes: ShownCodes;
    readonly challenge: Challenge;
  };
}

/** The purpose of the form, which page and flow must state alike. `userHandle` is the handle of a passkey that it may create. */
export function newAccountRequest(query: string, userHandle: UserHandle | undefined): string {
  return userHandle === undefined ? query : `${query}\0${userHandle}`;
}

/**
 * Uses the link up and creates the account with it, in one transaction; until then there is nothing but the link. An account without a
 * password has its passkey and recovery codes from the start. Then the person is signed in and goes on to what the sign-up interrupted.
 */
export async function createOwnAccount(ports: Ports, attempt: NewAccountAttempt): Promise<NewAccountOutcome> {
  const { browser, context } = attempt;
  const invitation = await findInvitation(ports, attempt.secret);
  if (invitation === undefined) return { kind: "dead" };
  const prepared = await prepareAccount(ports, attempt, invitation);
  if (!prepared.ok) return { kind: "again", invitation, problem: prepared.reason };
  const { account, methods, withoutPassword } = prepared.value;
  const { link, resumed } = invitation;
  const claims = [
    ...(withoutPassword ? [claimOfChallenge(withoutPassword.challenge)] : []),
    { kind: "link", digest: link.digest, now: account.createdAt } as const,
  ];
  const created = await ports.accounts.create(
    account,
    { claims, ...recordsOf(ports, prepared.value, { link, browser, context }) },
    withoutPassword?.first,
  );
  if (!created.ok && created.reason === "claim-lost") return { kind: "dead" };
  if (!created.ok) {
    const isPasskey = created.reason === "passkey-exists";
    const problem = isPasskey ? ({ kind: "passkey-refused" } as const) : await nameProblem(ports, invitation);
    return { kind: "again", invitation, problem };
  }
  const kind = link.kind === "invite" ? "invite" : "sign-up";
  ports.events.record({ kind: "account-created", accountId: account.id, link: kind }, context);
  const proof = { account, methods, refunds: [] };
  const { query } = resumed;
  const { offersPasskey } = attempt;
  const signingIn = { target: readReturnTarget(query), browser, context, offersPasskey };
  if (withoutPassword === undefined) {
    const signedIn = await completeSignIn(ports, proof, signingIn);
    return signedIn.ok ? { kind: "signed-in", query, signedIn: signedIn.value } : { kind: "dead" };
  }
  ports.events.record({ kind: "passkey-added", accountId: account.id }, context);
  // The dispatcher comes after the page with the codes: before it, it would issue an authorization code that nobody fetches.
  const started = await startSignIn(ports, proof, signingIn);
  if (!started.ok) return { kind: "dead" };
  return { kind: "codes", query, signedIn: started.value, codes: withoutPassword.codes };
}

/** The side effects of the creation. */
function recordsOf(
  ports: Ports,
  { account, withoutPassword }: PreparedAccount,
  { link, browser, context }: Pick<NewAccountAttempt, "browser" | "context"> & Pick<OpenedInvitation, "link">,
): SideEffects {
  const target = { kind: "user", id: account.id } as const;
  const audit = [
    personAuditor(ports, account.id, context).entry("user-created", target, { link: link.kind }),
  ];
  if (withoutPassword === undefined) return { audit };
  const kinds = ["passkey-added", "recovery-codes-made"] as const;
  const activity = kinds.map((kind) => activityEntry(ports, { accountId: account.id, kind, browser }));
  return { audit, activity };
}

/** Checks everything of the account. The credential, which costs most, comes last. */
async function prepareAccount(
  ports: Ports,
  attempt: NewAccountAttempt,
  { link, address }: OpenedInvitation,
): Promise<Result<PreparedAccount, NewAccountProblem>> {
  const { query, userHandle, step, browser, context, passkey } = attempt;
  const request = newAccountRequest(query, userHandle);
  const form = { step, browserCookie: browser.browserCookie };
  const shown = readForm(ports, form, { step: "new-account", request });
  if (!shown.ok) return shown;
  // A good password uses up no try, so with an address that is taken each post would cost a hash.
  if ((await ports.accounts.findByName(address)) !== undefined) return refuse({ kind: "address-taken" });
  const username = await readFreeUsername(ports, attempt.username, { link, address });
  if (!username.ok) return username;
  const now = ports.clock.now();
  const account: Account = {
    id: accountIdOf(ports.random.alphanumeric(accountIdLength)),
    username: username.value,
    email: address,
    ...(link.groups && { groups: link.groups }),
    epoch: 0,
    isDisabled: false,
    isAdmin: false,
    createdAt: now,
    updatedAt: now,
  };
  if (!isPasskeyAnswer(passkey)) {
    const caller = { network: context.network(), known: toBase64Url(link.digest) };
    const hash = await hashChosenPassword(ports, { text: attempt.password, person: account, caller });
    return hash.ok ? ok({ account: { ...account, passwordHash: hash.value }, methods: ["pwd"] }) : hash;
  }
  if (userHandle === undefined) return refuse({ kind: "stale" });
  const challenge = { token: step ?? "", shownAt: shown.value };
  const creation = { ...attempt, answer: passkey, challenge, userHandle };
  const made = await verifyCreation(ports, account.id, creation);
  if (!made.ok) return refuse({ kind: made.reason === "stale" ? "stale" : "passkey-refused" });
  const { set, codes } = createRecoveryCodes(ports, account.id);
  const first = { passkey: made.value, recoveryCodes: set };
  return ok({ account, methods: methodsOfPasskey(made.value), withoutPassword: { first, codes, challenge } });
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
