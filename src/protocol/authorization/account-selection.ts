import type { Issuer } from "../../values/issuer.ts";
import type { Subject } from "../openid/subject.ts";
import type { AuthorizationRequest } from "./request.ts";

/** How the client of a request knows a person. */
export interface KnownAs {
  /** The subject under which the client knows the person. */
  readonly subject: Subject;
  /** The claims of the request's `id_token_hint`; undefined if none was sent or no key of the service signed it. */
  readonly hint: Readonly<Record<string, unknown>> | undefined;
}

/** An account that the browser is signed in to. */
export interface LiveAccount<Person> extends KnownAs {
  readonly person: Person;
  /** True for the account of the session cookie. */
  readonly isActive: boolean;
  /** True if `login_hint` is one of its names. */
  readonly isNamed: boolean;
  /** True if the person chose it for this client before. */
  readonly isChosen: boolean;
}

/** Which of several accounts a request is for. */
export type AccountSelection<Person> =
  /** The person is asked. */
  | { readonly kind: "ask"; readonly among: readonly Person[] }
  | {
      readonly kind: "taken";
      readonly person: Person;
      /** True for an account other than the active one. No form can act for it. */
      readonly isElsewhere: boolean;
      /** True if the client merely guessed a name. What follows must not tell it whether the guess is right. */
      readonly isGuess: boolean;
    };

/**
 * Decides which account of a browser with several a request is for: the one that the client names (OpenID Connect Core §3.1.2.1, §5.5.1),
 * then the one whose name it hints at, then the one that was chosen for this client. Otherwise the person is asked. A choice counts only
 * while an account is active, so that after a sign-out no other account takes over by itself. Undefined if the client names somebody else.
 */
export function decideAccount<Person>(
  request: AuthorizationRequest,
  accounts: readonly LiveAccount<Person>[],
  issuer: Issuer,
): AccountSelection<Person> | undefined {
  // A client that gets no ID tokens, but sends one as a hint, must not learn of the person before a new sign-in.
  if (request.hasIdTokenHint) return undefined;
  const meant = accounts.filter((account) => isWhomClientMeans(request, account, issuer));
  const [first] = meant;
  if (first === undefined) return undefined;
  if (request.prompts.has("select_account")) return ask(meant);
  if (namesSomebody(request) && meant.length === 1) return take(first, false);
  const named = meant.find(({ isNamed }) => isNamed);
  if (named !== undefined) return take(named, true);
  // Without pages, a name of nobody here is answered as that of somebody from whom a page would ask more.
  if (request.loginHint !== undefined && request.prompts.has("none")) return ask(meant);
  const hasActive = accounts.some(({ isActive }) => isActive);
  const chosen = hasActive ? meant.find(({ isChosen }) => isChosen) : undefined;
  return chosen === undefined ? ask(meant) : take(chosen, false);
}

function ask<Person>(accounts: readonly LiveAccount<Person>[]): AccountSelection<Person> {
  return { kind: "ask", among: accounts.map(({ person }) => person) };
}

function take<Person>({ person, isActive }: LiveAccount<Person>, isGuess: boolean): AccountSelection<Person> {
  return { kind: "taken", person, isElsewhere: !isActive, isGuess };
}

/** False if the client named somebody else, by an ID token or by the `sub` of the claims parameter (OpenID Connect Core §3.1.2.1, §5.5.1). */
export function isWhomClientMeans(
  { idTokenHint, claims, client }: AuthorizationRequest,
  { subject, hint }: KnownAs,
  issuer: Issuer,
): boolean {
  if (claims.subjects !== undefined && !claims.subjects.includes(subject)) return false;
  if (idTokenHint === undefined) return true;
  return hint?.iss === issuer && hint.aud === client.id && hint.sub === subject;
}

/** True if the client named a person, whether or not that person is signed in. */
export function namesSomebody({ idTokenHint, claims }: AuthorizationRequest): boolean {
  return idTokenHint !== undefined || claims.subjects !== undefined;
}
