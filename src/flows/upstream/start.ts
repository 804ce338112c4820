import { readReturnTarget } from "../../protocol/authorization/return-target.ts";
import { callbackUriOf } from "../../protocol/upstream/callback.ts";
import { parametersFor, type UpstreamWish } from "../../protocol/upstream/presets.ts";
import {
  encodeTransaction,
  proofsOf,
  type UpstreamIntent,
  type UpstreamTransaction,
} from "../../protocol/upstream/transaction.ts";
import type { Upstream } from "../../protocol/upstream/upstream.ts";
import { readUpstreamName, upstreamFor } from "../../protocol/upstream/upstream.ts";
import { toBase64Url } from "../../values/base64url.ts";
import type { AccountId } from "../../values/ids.ts";
import { ok, type Result } from "../../values/result.ts";
import { secondsOf } from "../../values/time.ts";
import { dispatch, type NextStep } from "../authorize/dispatch.ts";
import { inTime, readRequest } from "../authorize/read-request.ts";
import { isSignInForm, type SignInForm } from "../authorize/sign-in.ts";
import type { Browser } from "../browser.ts";
import type { RequestContext } from "../events.ts";
import type { Ports } from "../ports.ts";
import { findLiveSession } from "../session/find-session.ts";
import { readSignInForm } from "../session/shown-form.ts";
import type { UpstreamFailure } from "./relying-party.ts";

/** A pressed button of the sign-in page, or an address typed there whose domain an upstream has. */
export interface UpstreamStart {
  /** The query of the sign-in, which names its target. */
  readonly query: string;
  /** The name of the upstream whose button was pressed; otherwise `typed` names it. */
  readonly upstream: string | undefined;
  readonly typed: string | undefined;
  readonly step: string | undefined;
  readonly browser: Browser;
  readonly context: RequestContext;
}

/** Why the sign-in page comes again. "gone": the operator removed the upstream meanwhile. */
type UpstreamStartProblem =
  | { readonly kind: "stale" | "no-cookie" }
  | {
      readonly kind: "upstream";
      readonly problem: "gone" | UpstreamFailure["kind"];
      readonly displayName: string;
    };

type UpstreamStartOutcome =
  | { readonly kind: "away"; readonly url: string; readonly displayName: string }
  | { readonly kind: "again"; readonly form: SignInForm; readonly problem: UpstreamStartProblem }
  /** The request takes no sign-in any more. */
  | { readonly kind: "elsewhere"; readonly next: NextStep };

/** Sends a person to an upstream. Nothing is stored: the transaction travels in the `state`, sealed. */
export async function startUpstream(ports: Ports, start: UpstreamStart): Promise<UpstreamStartOutcome> {
  const { query, browser, context } = start;
  const step = readSignInForm(ports, start.step, start);
  const isForSession = step.ok && step.value.isForSession;
  const visit = {
    target: readReturnTarget(query),
    isFromForm: step.ok,
    browser,
    choice: isForSession ? "prove-again" : "another-account",
  } as const;
  const form = await dispatch(ports, visit, context);
  if (!isSignInForm(form)) return { kind: "elsewhere", next: form };
  if (!step.ok)
    return { kind: "again", form, problem: { kind: step.reason === "no-cookie" ? "no-cookie" : "stale" } };
  const upstream = await findStarted(ports, start);
  if (upstream === undefined)
    return { kind: "again", form, problem: { kind: "upstream", problem: "gone", displayName: "" } };
  const wish = await wishOf(ports, form, start);
  const accountId = isForSession ? form.person?.account.id : undefined;
  const begun = await beginAt(ports, upstream, { intent: "sign-in", accountId, query, browser, wish });
  const { displayName } = upstream;
  if (begun.ok) return { kind: "away", url: begun.value, displayName };
  ports.events.record(
    { kind: "upstream-refused", upstream: upstream.name, reason: begun.reason.reason },
    context,
  );
  return { kind: "again", form, problem: { kind: "upstream", problem: begun.reason.kind, displayName } };
}

interface Beginning {
  readonly intent: UpstreamIntent;
  /** See `UpstreamTransaction`. */
  readonly accountId?: AccountId | undefined;
  readonly query: string;
  readonly browser: Browser;
  readonly wish: UpstreamWish;
}

/** The address that begins a sign-in at the upstream, for this browser alone. */
export async function beginAt(
  ports: Pick<Ports, "random" | "clock" | "sealer" | "settings" | "upstreamParty">,
  upstream: Upstream,
  { intent, accountId, query, browser, wish }: Beginning,
): Promise<Result<string, UpstreamFailure>> {
  const { name, kind } = upstream;
  const transaction: UpstreamTransaction = {
    upstream: name,
    intent,
    seed: toBase64Url(ports.random.bytes(32)),
    startedAt: ports.clock.now(),
    browser: browser.browserCookie ?? "",
    query,
    ...(accountId !== undefined && { accountId }),
    ...(wish.maxAge !== undefined && { maxAge: wish.maxAge }),
  };
  const url = await ports.upstreamParty.begin(upstream, {
    callbackUri: callbackUriOf(ports.settings.issuer, name),
    state: ports.sealer.seal("upstream-state", encodeTransaction(transaction)),
    ...proofsOf(transaction),
    parameters: parametersFor(kind, wish),
  });
  return url.ok ? ok(url.value) : url;
}

async function findStarted(
  ports: Pick<Ports, "upstreams">,
  { upstream, typed }: UpstreamStart,
): Promise<Upstream | undefined> {
  const inUse = await ports.upstreams.listInUse();
  const name = upstream === undefined ? undefined : readUpstreamName(upstream);
  return upstream === undefined ? upstreamFor(inUse, typed ?? "") : inUse.find((each) => each.name === name);
}

/** The longest address that SMTP can carry (RFC 5321 §4.5.3.1). */
const addressLengthMax = 254;
/** Half a minute: the time between a click here and a password there is not the person's delay. */
const leeway = 30;

/**
 * What the request demands of a sign-in it demands of the upstream. If somebody is signed in already, the person wants another account
 * or must prove anew who they are, which an upstream that remembers them would skip.
 */
async function wishOf(
  ports: Ports,
  form: SignInForm,
  { browser, typed, query }: UpstreamStart,
): Promise<UpstreamWish> {
  const loginHint = typed?.includes("@") && typed.length <= addressLengthMax ? typed.trim() : undefined;
  const read = form.kind === "sign-in" ? await readRequest(ports, { query, arrivedAt: inTime }) : undefined;
  const request = read?.ok ? read.value.request : undefined;
  const now = ports.clock.now();
  const isSignedIn = (await findLiveSession(ports, browser.sessionCookie, now)) !== undefined;
  const demandsAgain =
    request?.prompts.has("login") === true || (form.kind === "sign-in-for-page" && isSignedIn);
  const maxAge = demandsAgain ? leeway : request?.maxAge;
  const prompt = demandsAgain
    ? "again"
    : isSignedIn || request?.prompts.has("select_account")
      ? "choose"
      : undefined;
  return {
    ...(loginHint !== undefined && { loginHint }),
    ...(prompt !== undefined && { prompt }),
    ...(maxAge !== undefined && { maxAge: secondsOf(maxAge) }),
  };
}
