import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AccountSelection,
  decideAccount,
  type LiveAccount,
} from "../../../src/protocol/authorization/account-selection.ts";
import type { AuthorizationRequest } from "../../../src/protocol/authorization/request.ts";
import type { Subject } from "../../../src/protocol/openid/subject.ts";
import type { Issuer } from "../../../src/values/issuer.ts";

const issuer = "https://id.example" as Issuer;
type Marks = Partial<Pick<LiveAccount<string>, "isNamed" | "isChosen" | "hint">>;

/** A request, as far as the decision reads it. */
function requestFor(more: Partial<AuthorizationRequest>): AuthorizationRequest {
  const client = { id: "lkcA" };
  return { client, prompts: new Set(), claims: {}, hasIdTokenHint: false, ...more } as AuthorizationRequest;
}

function account(person: string, isActive: boolean, marks: Marks = {}): LiveAccount<string> {
  const subject = `sub-${person}` as Subject;
  return { person, subject, hint: undefined, isActive, isNamed: false, isChosen: false, ...marks };
}

function wordsOf(selection: AccountSelection<string> | undefined): string {
  if (selection === undefined) return "as with one account";
  if (selection.kind === "ask") return `ask ${selection.among.join(" ")}`;
  const { person, isElsewhere, isGuess } = selection;
  return `take ${person}${isElsewhere ? " elsewhere" : ""}${isGuess ? " by guess" : ""}`;
}

const ofBob = { iss: issuer, aud: "lkcA", sub: "sub-bob" };
const ada = (marks?: Marks) => account("ada", true, marks);
const bob = (marks?: Marks) => account("bob", false, marks);
const hinted = { idTokenHint: "jwt" };

const rows: readonly (readonly [
  string,
  Partial<AuthorizationRequest>,
  readonly LiveAccount<string>[],
  string,
])[] = [
  ["nothing names an account", {}, [ada(), bob()], "ask ada bob"],
  ["the one that was chosen for the client", {}, [ada(), bob({ isChosen: true })], "take bob elsewhere"],
  ["the active one, if it was chosen", {}, [ada({ isChosen: true }), bob()], "take ada"],
  ["a choice does not count while no account is active", {}, [bob({ isChosen: true })], "ask bob"],
  [
    "a name counts before a choice",
    {},
    [ada({ isChosen: true }), bob({ isNamed: true })],
    "take bob elsewhere by guess",
  ],
  [
    "a name of nobody here does not count",
    { loginHint: "cleo" },
    [ada({ isChosen: true }), bob()],
    "take ada",
  ],
  [
    "without pages, a name of nobody here is answered like any other",
    { loginHint: "cleo", prompts: new Set(["none"]) },
    [ada({ isChosen: true }), bob()],
    "ask ada bob",
  ],
  ["a name counts while no account is active", {}, [bob({ isNamed: true })], "take bob elsewhere by guess"],
  [
    "prompt=select_account asks",
    { prompts: new Set(["select_account"]) },
    [ada({ isChosen: true }), bob({ isNamed: true })],
    "ask ada bob",
  ],
  [
    "the person of the ID token",
    hinted,
    [ada({ hint: ofBob, isNamed: true }), bob({ hint: ofBob })],
    "take bob elsewhere",
  ],
  [
    "an ID token of another client names nobody",
    hinted,
    [ada({ hint: { ...ofBob, aud: "lkcB" } }), bob({ hint: { ...ofBob, aud: "lkcB" } })],
    "as with one account",
  ],
  [
    "an ID token of nobody here",
    hinted,
    [ada({ hint: { ...ofBob, sub: "x" } }), bob({ hint: { ...ofBob, sub: "x" } })],
    "as with one account",
  ],
  ["a forged ID token", hinted, [ada(), bob()], "as with one account"],
  ["one sub of the claims", { claims: { subjects: ["sub-ada"] } } as never, [ada(), bob()], "take ada"],
  [
    "several subs of the claims",
    { claims: { subjects: ["sub-ada", "sub-bob"] } } as never,
    [ada(), bob()],
    "ask ada bob",
  ],
  [
    "select_account among those that the client names",
    { prompts: new Set(["select_account"]), ...hinted },
    [ada({ hint: ofBob }), bob({ hint: ofBob })],
    "ask bob",
  ],
  [
    "a client without ID tokens sends one",
    { hasIdTokenHint: true },
    [ada(), bob({ isChosen: true })],
    "as with one account",
  ],
];

for (const [title, request, accounts, expected] of rows)
  test(`OpenID Connect Core §3.1.2.1: of several accounts: ${title}`, () => {
    assert.equal(wordsOf(decideAccount(requestFor(request), accounts, issuer)), expected);
  });
