import type { AccountName } from "../../identity/account-name.ts";
import { mailRequestReservations } from "../../identity/try-limits.ts";
import { queryToKeep } from "../../protocol/authorization/return-target.ts";
import type { Language } from "../../protocol/language.ts";
import { mailRequestIdOf, type RequestId, type SessionId } from "../../values/ids.ts";
import { parseJsonObject } from "../../values/json-object.ts";
import { type Result, refuse } from "../../values/result.ts";
import { type Instant, plus, type Seconds, secondsUntil } from "../../values/time.ts";
import { type Step, verifyCsrfToken } from "../csrf-token.ts";
import type { RequestContext } from "../events.ts";
import type { Link } from "../link.ts";
import type { LeasedMailRequest } from "../mail-ports.ts";
import type { Ports } from "../ports.ts";

/** A posted form that asks for a mail, with the rest of the browser's request. */
export interface MailRequest {
  readonly step: string | undefined;
  readonly browserCookie: string | undefined;
  /** Of the page, and so of the mail. */
  readonly language: Language;
  readonly region?: string | undefined;
  readonly context: RequestContext;
}

/** The form was not made for this browser, request and session. */
export type FormRefusal = { readonly kind: "stale" } | { readonly kind: "no-cookie" };

/** Why a form that asks for a mail is shown again. */
export type MailRequestRefusal =
  | FormRefusal
  | { readonly kind: "throttled"; readonly wait: Seconds }
  | { readonly kind: "busy" };

/** The claim of the form's CSRF token besides browser and time. */
interface FormClaim {
  readonly step: Step;
  readonly request: string;
  readonly sessionId?: SessionId;
}

/** When the form was shown, if it was made for this browser, request and session. */
export function readForm(
  { sealer }: Pick<Ports, "sealer">,
  { step, browserCookie }: Pick<MailRequest, "step" | "browserCookie">,
  claim: FormClaim,
): Result<Instant, FormRefusal> {
  const shown = verifyCsrfToken(sealer, step, { ...claim, browser: browserCookie });
  return shown.ok ? shown : refuse({ kind: shown.reason === "no-cookie" ? "no-cookie" : "stale" });
}

/** Undefined if the form was made for this browser, request and session. */
export function refuseForm(...form: Parameters<typeof readForm>): FormRefusal | undefined {
  const read = readForm(...form);
  return read.ok ? undefined : read.reason;
}

/** What somebody asked for, until the mail is made. */
interface WantedMail {
  readonly kind: "recover" | "sign-up" | "verify-address";
  /** The name or address, canonical; empty for a text that cannot be one. */
  readonly name: AccountName | "";
  /** The query of the sign-in that was interrupted; empty if there was none. */
  readonly query: string;
  /** The signed-in account that asked, with its epoch at that time. */
  readonly asker?: Link["account"];
}

/** What is kept of a request: all that its answer needs, and nothing else. */
interface KeptMail extends WantedMail {
  readonly language: Language;
  readonly region?: string | undefined;
  readonly requestId: RequestId;
  readonly network: string;
}

/** Requests that wait for their answer, from all networks together. They take milliseconds each. */
const waitingMax = 2_000;
/** A mail that comes later would surprise the person who asked for it. */
const keptSeconds = 3_600;
const idLength = 20;

/**
 * Counts the request for its network and keeps it, durably and sealed, before anything is looked up: so the time of the answer does not
 * depend on who has the name, and a crash after it loses no mail. Undefined if the answer may say that a mail is on its way.
 */
export async function keepMailRequest(
  { attempts, clock, random, sealer, mailRequests }: RequestPorts,
  { language, region, context }: MailRequest,
  wanted: WantedMail,
): Promise<MailRequestRefusal | undefined> {
  const createdAt = clock.now();
  const network = context.network();
  const reserved = await attempts.reserve(mailRequestReservations(network), createdAt);
  if (!reserved.ok) return { kind: "throttled", wait: secondsUntil(createdAt, reserved.reason.retryAt) };
  const query = queryToKeep(wanted.query);
  const kept: KeptMail = { ...wanted, query, language, region, requestId: context.requestId, network };
  const isKept = await mailRequests.add(
    {
      id: mailRequestIdOf(random.alphanumeric(idLength)),
      sealed: sealer.seal("mail-request", Buffer.from(JSON.stringify(kept))),
      createdAt,
      expiresAt: plus(createdAt, keptSeconds),
    },
    waitingMax,
  );
  return isKept ? undefined : { kind: "busy" };
}

type RequestPorts = Pick<Ports, "attempts" | "clock" | "random" | "sealer" | "mailRequests">;

/** Opens what `keepMailRequest` sealed. Undefined if the key that sealed it is gone. */
export function openMailRequest(
  { sealer }: Pick<Ports, "sealer">,
  { sealed }: LeasedMailRequest,
): KeptMail | undefined {
  const opened = sealer.open("mail-request", sealed);
  return opened && (parseJsonObject(Buffer.from(opened).toString()) as KeptMail | undefined);
}
