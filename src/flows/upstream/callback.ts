import { decideTry, upstreamAnswerReservations } from "../../identity/try-limits.ts";
import type { UpstreamRefusal } from "../../identity/upstream-account.ts";
import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { callbackUriOf, stateOf } from "../../protocol/upstream/callback.ts";
import {
  decodeTransaction,
  isUnderWay,
  proofsOf,
  type UpstreamTransaction,
  upstreamTransactionSeconds,
} from "../../protocol/upstream/transaction.ts";
import type { UpstreamName } from "../../protocol/upstream/upstream.ts";
import { sha256 } from "../../values/digest.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { plus, type Seconds, secondsUntil } from "../../values/time.ts";
import { type CompletedSignIn, completeSignIn } from "../authorize/complete-sign-in.ts";
import { dispatch, type NextStep } from "../authorize/dispatch.ts";
import { isSignInForm, type SignInForm } from "../authorize/sign-in.ts";
import type { Ports } from "../ports.ts";
import type { ProvedPerson, Unproved, UpstreamAnswer } from "./answer.ts";
import { findUpstreamAccount, labelOf } from "./find-account.ts";
import { followGroups } from "./follow-groups.ts";
import { finishLink, type LinkOutcome } from "./link.ts";
import type { UpstreamFailure, UpstreamPerson } from "./relying-party.ts";

/** Why the sign-in page comes again, for its sentence. "late": the answer came too late, twice, or to another browser. */
export type UpstreamCallbackProblem =
  | "late"
  | "gone"
  | "throttled"
  | UpstreamFailure["kind"]
  | UpstreamRefusal;

/** The outcome of a callback. `query` is that of the sign-in that it belongs to. */
type UpstreamOutcome =
  /** The answer belongs to no sign-in of this service. */
  | { readonly kind: "foreign" }
  | {
      readonly kind: "again";
      readonly query: string;
      readonly form: SignInForm;
      readonly problem: UpstreamCallbackProblem;
      readonly displayName: string;
      /** How long "throttled" lasts. */
      readonly wait?: Seconds | undefined;
    }
  | ({ readonly kind: "signed-in"; readonly query: string } & CompletedSignIn)
  | { readonly kind: "elsewhere"; readonly query: string; readonly next: NextStep }
  | LinkOutcome;

/** Ends a sign-in at an upstream. Only the browser that began it ends it, and once. */
export async function finishUpstream(ports: Ports, answer: UpstreamAnswer): Promise<UpstreamOutcome> {
  const { browser, context } = answer;
  const state = stateOf(answer.answer);
  const transaction = state === undefined ? undefined : openTransaction(ports, state);
  if (state === undefined || transaction === undefined) {
    ports.events.record(
      { kind: "upstream-refused", upstream: answer.upstream, reason: "state-unknown" },
      context,
    );
    return { kind: "foreign" };
  }
  const proved = await prove(ports, answer, state, transaction);
  if (transaction.intent === "link") return finishLink(ports, answer, proved, transaction.accountId);
  const { query } = transaction;
  const target = readReturnTarget(query);
  const visit = { target, isFromForm: true, browser } as const;
  const choice = transaction.accountId === undefined ? "another-account" : "prove-again";
  const form = await dispatch(ports, { ...visit, choice }, context);
  if (!isSignInForm(form)) return { kind: "elsewhere", query, next: form };
  const clientId = form.kind === "sign-in" ? form.request.client.id : undefined;
  const again = async (
    problem: UpstreamCallbackProblem,
    displayName: string,
    wait?: Seconds,
  ): Promise<UpstreamOutcome> => {
    // After a reload the answer is spent, and the person is signed in: they go on.
    const next = problem === "late" ? await dispatch(ports, visit, context) : form;
    return isSignInForm(next)
      ? { kind: "again", query, form, problem, displayName, wait }
      : { kind: "elsewhere", query, next };
  };
  if (!proved.ok) return again(proved.reason.problem, proved.reason.displayName, proved.reason.wait);
  const { upstream, person, refunds } = proved.value;
  if (!(await isExpected(ports, transaction, person))) {
    record(ports, answer, "another-account");
    return again("denied", upstream.displayName);
  }
  const account = await findUpstreamAccount(ports, upstream, person, answer);
  if (!account.ok) {
    record(ports, answer, account.reason);
    return again(account.reason, upstream.displayName);
  }
  const followed = await followGroups(ports, upstream, person, account.value, context);
  const key = sha256(`upstream state ${state}`);
  const keepUntil = plus(transaction.startedAt, upstreamTransactionSeconds);
  const proof = {
    account: followed,
    // What the person proved at the upstream is not ours to tell: one factor.
    methods: [],
    refunds,
    claims: [{ kind: "replay-key", key, keepUntil }],
  } as const;
  const completed = await completeSignIn(ports, proof, { target, clientId, browser, context });
  if (!completed.ok) {
    record(ports, answer, completed.reason);
    return again(completed.reason === "claim-lost" ? "late" : "account-disabled", upstream.displayName);
  }
  const label = person.unread === undefined ? labelOf(person) : undefined;
  await ports.upstreamIdentities.note({
    upstream: upstream.name,
    subject: person.subject,
    ...(label !== undefined && { label }),
    lastUsedAt: ports.clock.now(),
  });
  return { kind: "signed-in", query, ...completed.value };
}

/** False if the page named a person and this is somebody else. */
async function isExpected(
  { upstreamIdentities }: Pick<Ports, "upstreamIdentities">,
  { upstream, accountId }: UpstreamTransaction,
  { subject }: UpstreamPerson,
): Promise<boolean> {
  if (accountId === undefined) return true;
  return (await upstreamIdentities.find(upstream, subject))?.accountId === accountId;
}

async function prove(
  ports: Ports,
  answer: UpstreamAnswer,
  state: string,
  transaction: UpstreamTransaction,
): Promise<Result<ProvedPerson, Unproved>> {
  const failed = (
    reason: string,
    problem: Unproved["problem"],
    displayName = "",
  ): Result<never, Unproved> => {
    record(ports, answer, reason);
    return refuse({ problem, displayName });
  };
  // RFC 9700 §4.4: the answer of one upstream never counts for another.
  if (transaction.upstream !== answer.upstream) return failed("state-of-another-upstream", "untrusted");
  const { browserCookie } = answer.browser;
  if (browserCookie === undefined || browserCookie !== transaction.browser)
    return failed("other-browser", "late");
  if (!isUnderWay(transaction, ports.clock.now())) return failed("too-late", "late");
  const upstream = await ports.upstreams.find(answer.upstream);
  if (upstream === undefined || upstream.isDisabled) return failed("not-in-use", "gone");
  const { name, displayName } = upstream;
  const tries = upstreamAnswerReservations({ network: answer.context.network(), state });
  const reserved = await ports.attempts.reserve(tries, ports.clock.now());
  const decision = decideTry(reserved);
  if (decision.kind === "fail-alike") return failed("tried-too-often", "late", displayName);
  if (decision.kind === "wait") {
    record(ports, answer, "throttled");
    const wait = secondsUntil(ports.clock.now(), decision.until);
    return refuse({ problem: "throttled", displayName, wait });
  }
  const finished = await ports.upstreamParty.finish(upstream, answer.answer, {
    callbackUri: callbackUriOf(ports.settings.issuer, name),
    state,
    ...proofsOf(transaction),
    maxAge: transaction.maxAge,
  });
  const person = finished.ok ? await toldEnough(ports, name, finished.value) : finished;
  if (person.ok) return ok({ upstream, person: person.value, refunds: tries });
  const { kind, reason } = person.reason;
  // A code that was redeemed before: the same page again, by Back or a reload.
  return failed(reason, reason === "token-invalid_grant" ? "late" : kind, displayName);
}

/** A person whom the upstream told too little about gets in only if the subject is linked already. */
async function toldEnough(
  { upstreamIdentities }: Pick<Ports, "upstreamIdentities">,
  upstream: UpstreamName,
  person: UpstreamPerson,
): Promise<Result<UpstreamPerson, UpstreamFailure>> {
  const { unread, subject } = person;
  const isKnown = unread === undefined || (await upstreamIdentities.find(upstream, subject)) !== undefined;
  return isKnown ? ok(person) : refuse(unread);
}

function openTransaction({ sealer }: Pick<Ports, "sealer">, state: string): UpstreamTransaction | undefined {
  const opened = sealer.open("upstream-state", state);
  return opened && decodeTransaction(opened);
}

function record(
  { events }: Pick<Ports, "events">,
  { upstream, context }: UpstreamAnswer,
  reason: string,
): void {
  events.record({ kind: "upstream-refused", upstream, reason }, context);
}
