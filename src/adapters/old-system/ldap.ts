import type { PersonSought, Sought } from "../../flows/old-system-ports.ts";
import type { Clock } from "../../flows/ports.ts";
import type { readBind } from "../../protocol/old-product/bind-verdict.ts";
import type { LdapFilter } from "../../protocol/old-product/ldap-filter.ts";
import type { OldPasswordQuestion } from "../../protocol/old-product/question.ts";
import { errorCodeOf } from "../../values/error-code.ts";
import type { Secret } from "../../values/secret.ts";
import { type Instant, plus } from "../../values/time.ts";
import { type DirectoryPlace, LdapConnection, Unusable } from "./ldap-connection.ts";
import { type Asked, questionBounds } from "./old-system.ts";

/** A directory, and how people are found there. */
export interface Directory extends DirectoryPlace {
  readonly readBind: typeof readBind;
  /** The name that is bound for a person, with `{username}` in it. Absent if entries are searched by a filter. */
  readonly template?: string | undefined;
  /** Where entries are searched. */
  readonly search?: EntrySearch | undefined;
  /** The attribute that has the imported subject; absent if none has. */
  readonly subjectAttribute: string | undefined;
}

/** A search below a base: by a filter, or, without one, by the subject alone. */
export interface EntrySearch {
  readonly base: string;
  readonly filter?: LdapFilter | undefined;
  /** The account that searches; absent for an anonymous search, and where people search as themselves. */
  readonly account?: { readonly name: string; readonly password: Secret } | undefined;
}

/** compareFalse, and noSuchAttribute: an entry without the attribute is not the one that was imported. */
const differs: ReadonlySet<number> = new Set([5, 16]);
const [success, sizeLimitExceeded, compareTrue] = [0, 4, 6];

/** The name or the password of the account that searches is wrong. */
const accountRefused = "bind-dn-49";
/** How long nothing is asked after that: a directory locks an account after some wrong passwords, and other programs may use it too. */
const pauseSeconds = 300;

/**
 * Asks by a bind as the person: each question has a connection of its own, because a bind changes who a connection acts as. A referral is
 * not followed, and no answer but success counts. `find` looks for the entry without a password, which takes an account or an anonymous search.
 */
export function askDirectory(
  directory: Directory,
  clock: Clock,
): {
  readonly ask: (question: OldPasswordQuestion) => Promise<Asked>;
  readonly find: (person: PersonSought) => Promise<Sought>;
} {
  let underWay = 0;
  let pausedUntil: Instant | undefined;
  const pause = (): void => {
    pausedUntil = plus(clock.now(), pauseSeconds);
  };
  async function within<Outcome>(
    converse: (connection: LdapConnection) => Promise<Outcome>,
  ): Promise<Outcome | Extract<Asked, { kind: "unavailable" }>> {
    const isTrial = pausedUntil !== undefined;
    if (pausedUntil !== undefined && clock.now() < pausedUntil)
      return { kind: "unavailable", reason: accountRefused };
    if (underWay >= questionBounds.concurrencyMax) return { kind: "unavailable", reason: "busy" };
    // The first question after a pause tries the account, and until its outcome the pause goes on for the others.
    if (isTrial) pause();
    underWay += 1;
    const connection = new LdapConnection(directory);
    try {
      if (directory.startsTls) await connection.startTls();
      const outcome = await converse(connection);
      if (isTrial) pausedUntil = undefined;
      return outcome;
    } catch (error) {
      const reason = error instanceof Unusable ? error.message : errorCodeOf(error, "unreachable");
      if (reason === accountRefused) pause();
      else if (isTrial) pausedUntil = clock.now();
      return { kind: "unavailable", reason };
    } finally {
      connection.close();
      underWay -= 1;
    }
  }
  return {
    ask: async (question) => {
      const { bindNameOf, isBindable } = directory.messages;
      const name = directory.template && bindNameOf(directory.template, question.username);
      if (!isBindable(question.password)) return { kind: "unasked" };
      if (name === undefined && directory.template !== undefined) return { kind: "unasked", state: "absent" };
      return within((connection) => converse(directory, connection, { name, question }));
    },
    find: async (person) => {
      const { search, template } = directory;
      if (search === undefined || template !== undefined) return { kind: "unknown" };
      return within(async (connection) => {
        await signIn(directory, connection, search);
        const found = await findEntry(directory, connection, search, person);
        return { kind: typeof found === "string" ? found : "found" };
      });
    },
  };
}

async function converse(
  directory: Directory,
  connection: LdapConnection,
  asked: { readonly name: string | undefined; readonly question: OldPasswordQuestion },
): Promise<Asked> {
  const { name, question } = asked;
  const { search } = directory;
  if (name !== undefined) {
    const bound = await bind(directory, connection, name, question.password);
    if (bound.kind !== "valid" || question.subject === undefined) return bound;
    // The name alone does not say whose password it is (ADR 0095).
    if (search === undefined) return compareSubject(directory, connection, name, question.subject);
  } else if (search !== undefined) await signIn(directory, connection, search);
  if (search === undefined) throw new Error("A directory is asked by a name or by a search.");
  const found = await findEntry(directory, connection, search, question);
  if (typeof found === "string") return { kind: "invalid", state: found };
  return bind(directory, connection, found, question.password);
}

/** Binds as the account that searches. Its refusal concerns everybody, so it is no answer about a person. */
async function signIn(
  { messages: { answers, bindRequest } }: Directory,
  connection: LdapConnection,
  { account }: EntrySearch,
): Promise<void> {
  if (account === undefined) return;
  const request = bindRequest(2, account.name, account.password.reveal());
  const { result } = await connection.exchange(request, { messageId: 2, operation: answers.bind });
  if (result.code !== success) throw new Unusable(`bind-dn-${result.code}`);
}

async function bind(
  { messages: { answers, bindRequest }, readBind }: Directory,
  connection: LdapConnection,
  name: string | Uint8Array,
  password: string,
): Promise<Asked> {
  const request = bindRequest(4, name, password);
  const { result } = await connection.exchange(request, { messageId: 4, operation: answers.bind });
  const verdict = readBind(result);
  if (verdict === undefined) throw new Unusable(`ldap-${result.code}`);
  return verdict;
}

/** The name of the one entry of a person, or why there is none. With a subject, only the entry that has it counts. */
async function findEntry(
  { messages, subjectAttribute: attribute }: Directory,
  connection: LdapConnection,
  { base, filter }: EntrySearch,
  { username, subject }: PersonSought,
): Promise<Uint8Array | "absent" | "ambiguous"> {
  const { answers, bothOf, equals, readEntryName, searchRequest, subjectIn } = messages;
  const value = subject && attribute && subjectIn(attribute, subject);
  if (subject !== undefined && !value) return "absent";
  const bySubject = attribute && value ? equals(attribute, value) : undefined;
  const byName = filter?.(username);
  const sought = byName && bySubject ? bothOf(byName, bySubject) : (byName ?? bySubject);
  if (sought === undefined) throw new Error("A search has a filter or a subject.");
  const { result, before } = await connection.exchange(searchRequest(3, base, sought), {
    messageId: 3,
    operation: answers.searched,
    before: [answers.entry, answers.reference],
  });
  if (result.code !== success && result.code !== sizeLimitExceeded)
    throw new Unusable(`search-${result.code}`);
  const entries = before.filter(({ operation }) => operation === answers.entry);
  const [entry] = entries;
  if (entries.length > 1 || result.code === sizeLimitExceeded) return "ambiguous";
  if (entry === undefined) return "absent";
  const name = readEntryName(entry);
  // A bind without a name is anonymous, and succeeds with any password (RFC 4513 §5.1.1).
  if (name === undefined) throw new Unusable("malformed");
  return name;
}

/** Whether the entry that was bound is the one that was imported. */
async function compareSubject(
  { messages, subjectAttribute: attribute, template = "" }: Directory,
  connection: LdapConnection,
  name: string,
  subject: string,
): Promise<Asked> {
  const { answers, compareRequest, isDistinguishedName, subjectIn } = messages;
  const value = attribute && subjectIn(attribute, subject);
  if (!attribute || !value || !isDistinguishedName(template)) return { kind: "invalid", state: "other" };
  const request = compareRequest(5, name, attribute, value);
  const { result } = await connection.exchange(request, { messageId: 5, operation: answers.compare });
  if (result.code === compareTrue) return { kind: "valid" };
  if (!differs.has(result.code)) throw new Unusable(`ldap-compare-${result.code}`);
  return { kind: "invalid", state: "other" };
}
