/** What passport does with one request: it hands the strategy four ways to answer, and takes the first answer. */
export type Outcome =
  | { readonly kind: "success"; readonly user: unknown }
  | { readonly kind: "fail"; readonly challenge: unknown }
  | { readonly kind: "redirect"; readonly url: string }
  | { readonly kind: "error"; readonly error: unknown };

/** The four members that passport puts onto a strategy before it calls `authenticate`. */
export interface Answers {
  success(user: unknown): void;
  fail(challenge: unknown): void;
  redirect(url: string): void;
  error(error: unknown): void;
}

/** Runs a strategy once, as passport does; `run` calls its `authenticate`. */
export function runStrategy<Strategy extends object>(
  strategy: Strategy,
  run: (prepared: Strategy & Answers) => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const answers: Answers = {
      success: (user) => resolve({ kind: "success", user }),
      fail: (challenge) => resolve({ kind: "fail", challenge }),
      redirect: (url) => resolve({ kind: "redirect", url }),
      error: (error) => resolve({ kind: "error", error }),
    };
    run(Object.assign(strategy, answers));
  });
}

/** The address of a redirect; throws whatever else came. */
export function locationOf(outcome: Outcome): URL {
  if (outcome.kind !== "redirect") throw outcome;
  return new URL(outcome.url);
}

/** The user of a success; throws the error, or the challenge with which passport answers 401. */
export function userOf(outcome: Outcome): { readonly sub?: unknown } {
  if (outcome.kind === "error") throw outcome.error;
  if (outcome.kind !== "success") throw outcome;
  const { user } = outcome;
  return typeof user === "object" && user !== null ? user : {};
}
