import type { OldPasswordAnswer, OldSystem, PersonSought, Sought } from "../../flows/old-system-ports.ts";
import type { Clock, Random } from "../../flows/ports.ts";
import type {
  OldAccountState,
  OldPasswordQuestion,
  readAnswer,
  requestOf,
} from "../../protocol/old-product/question.ts";
import { type Instant, plus } from "../../values/time.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";

/** Limits of a question. The answer may have a token in it, of which nothing is kept. */
export const questionBounds = {
  requestMilliseconds: 3_000,
  bodyBytesMax: 64 * 1024,
  concurrencyMax: 32,
} as const;

/** Every refusal comes this long after the try: later than any answer of the old product, so that time tells nobody who was asked about. */
const answerMilliseconds = questionBounds.requestMilliseconds + 200;

/**
 * How long everybody is still told that the check is unavailable after the old product answers again. Without it, the sentence would change
 * at the very question that was answered, and show whom it was about.
 */
const calmSeconds = 30;

interface OldSystemOptions {
  /** Asks once. Never rejects. */
  readonly ask: (question: OldPasswordQuestion) => Promise<Asked>;
  /** Looks for somebody without a password. Never rejects. */
  readonly find: (person: PersonSought) => Promise<Sought>;
  /** The first instant at which nothing is asked any more. */
  readonly endsAt: Instant;
  readonly clock: Clock;
}

interface HttpOptions {
  readonly url: string;
  /** Writes a question, and reads the answer, as the kind of the old product demands. */
  readonly write: (asked: Parameters<typeof requestOf>[1]) => ReturnType<typeof requestOf>;
  readonly read: (
    answer: Parameters<typeof readAnswer>[1],
    subject: OldPasswordQuestion["subject"],
  ) => ReturnType<typeof readAnswer>;
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly random: Random;
}

/** The outcome of a question, before it is decided what is told. "unasked": refused without a question. */
export type Asked =
  | { readonly kind: "valid" | "expired" }
  | { readonly kind: "invalid" | "unasked"; readonly state?: OldAccountState }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Asks the old product of the settings. Each process remembers failures for itself. */
export function createOldSystem(options: OldSystemOptions): OldSystem {
  const { ask, find, endsAt, clock } = options;
  /** Until then everybody is told that the check is unavailable. */
  let unavailableUntil: Instant | "answered" | undefined;

  function noteOutcome(isAnswered: boolean): void {
    if (!isAnswered) unavailableUntil = "answered";
    else if (unavailableUntil === "answered") unavailableUntil = plus(clock.now(), calmSeconds);
  }

  const isUnavailable = (): boolean =>
    unavailableUntil === "answered" || (unavailableUntil !== undefined && clock.now() < unavailableUntil);

  async function askAndNote(question: OldPasswordQuestion): Promise<Asked> {
    const asked = await ask(question);
    if (asked.kind !== "unasked") noteOutcome(asked.kind !== "unavailable");
    return asked;
  }

  return {
    phaseAt: (now) => (now < endsAt ? "asking" : "over"),
    check: async (question) => {
      const answerAt = Promise.withResolvers<void>();
      const timer = setTimeout(answerAt.resolve, answerMilliseconds);
      const asked = question && (await askAndNote(question));
      if (asked?.kind === "valid" || asked?.kind === "expired") {
        clearTimeout(timer);
        return { kind: asked.kind };
      }
      await answerAt.promise;
      return told(asked, isUnavailable());
    },
    find,
  };
}

/** While the check is unavailable, everybody is told so: those who were asked about, and those who were not. */
function told(asked: Asked | undefined, isUnavailable: boolean): OldPasswordAnswer {
  if (asked?.kind === "unavailable") return asked;
  if (isUnavailable) return { kind: "unavailable" };
  return asked !== undefined && "state" in asked ? { ...asked, kind: "invalid" } : { kind: "invalid" };
}

/** Asks by a request, as most kinds of products are asked. */
export function askByHttp(options: HttpOptions): Pick<OldSystemOptions, "ask" | "find"> {
  const { url, write, read, fetch, clock, random } = options;
  const ask: OldSystemOptions["ask"] = async (question) => {
    const { headers, body } = write({ question, id: `msg_${random.alphanumeric(24)}`, now: clock.now() });
    const answer = await fetch({
      url,
      method: "POST",
      headers: { ...headers, accept: "application/json", "user-agent": "Latchkey" },
      body,
    });
    if (!answer.ok) return { kind: "unavailable", reason: answer.reason };
    const isValid = read(answer.value, question.subject);
    if (isValid === undefined) return { kind: "unavailable", reason: `status-${answer.value.status}` };
    return { kind: isValid ? "valid" : "invalid" };
  };
  return { ask, find: async () => ({ kind: "unknown" }) };
}
