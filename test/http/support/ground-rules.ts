import assert from "node:assert/strict";
import type { HttpAnswer, HttpCall } from "../../support/form-client.ts";
import type { LogLine } from "../../support/in-process.ts";

/** Texts from the inside that no answer and no log line may show. None of them stands by chance in a token or a CSRF token. */
const insides = [
  /\n?\s*at .{1,200}:\d+:\d+/,
  /\bnode:(internal|sqlite|http)/,
  /\.ts(?![\w-])/,
  /node_modules/,
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|PRAGMA)\b.*\b(FROM|VALUES|SET|WHERE|=)/,
  /SQLITE|SqliteError|\bERR_[A-Z]{3}/,
  /latchkey\.db|master\.key/,
];

const jsonMembers = new Set(["status", "error", "error_description"]);
/** RFC 6749 §5.2: what error_description may contain. */
const descriptionShape = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

/** Text that a careless page would print as markup; tests put it wherever something can be sent. */
export const hostileText = `"'><script>alert(1)</script><!--`;

/**
 * Asserts what holds for every answer: no 5xx, errors as JSON with the three members or as a page that prints nothing
 * unescaped, nothing of the inside, none of the secrets.
 */
export function assertGroundRules(
  answer: HttpAnswer,
  secrets: Iterable<string>,
  { method = "GET", target = "" }: Partial<HttpCall> = {},
): void {
  const { status, headers, body } = answer;
  assert.ok(status >= 200 && status < 500, `status ${status}: ${body}`);
  // The language picker repeats the path that was asked for, which says nothing about the inside. A secret may not stand even there.
  assertNothingInside(body.replace(`<input type="hidden" name="page" value="${target}">`, ""), []);
  assertNoSecret(body, secrets);
  if (method === "HEAD") assert.equal(body, "");
  else if (status < 400) assertHarmlessMarkup(answer);
  else if (headers["content-type"] === "application/json") assertJsonError(body);
  else if (headers["content-type"] !== undefined) assertErrorPage(answer);
}

/** Asserts that a text shows nothing of how the service is made, and none of the secrets. */
export function assertNothingInside(text: string, secrets: Iterable<string>): void {
  for (const inside of insides) assert.doesNotMatch(text, inside);
  assertNoSecret(text, secrets);
}

function assertNoSecret(text: string, secrets: Iterable<string>): void {
  for (const secret of secrets) assert.ok(!text.includes(secret), "the text repeats a secret");
}

/** Asserts that a body is an error as RFC 6749 §5.2 has it, with `status` beside it and nothing else. */
export function assertJsonError(body: string): void {
  const error: Record<string, unknown> = JSON.parse(body);
  for (const member of Object.keys(error)) assert.ok(jsonMembers.has(member), `member ${member}`);
  assert.equal(error.status, "error");
  assert.match(String(error.error), /^[a-z_]+$/);
  assert.match(String(error.error_description), descriptionShape);
}

function assertErrorPage(answer: HttpAnswer): void {
  assert.equal(answer.headers["content-type"], "text/html; charset=utf-8");
  assert.equal(answer.headers.location, undefined);
  assertHarmlessMarkup(answer);
}

function assertHarmlessMarkup({ headers, body }: HttpAnswer): void {
  if (headers["content-type"]?.startsWith("text/html") !== true) return;
  assert.ok(!body.includes("<script>"), "a script without a nonce");
  assert.ok(!body.includes(hostileText.slice(0, 4)), "unescaped input");
  // Controls, and marks that reorder or hide text.
  assert.doesNotMatch(body, /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
}

/** Asserts that nothing unexpected happened inside, and that no log line holds a secret. */
export function assertCleanLog(log: readonly LogLine[], secrets: Iterable<string>): void {
  const text = JSON.stringify(log);
  assert.deepEqual(
    log.filter(({ level }) => level === "error"),
    [],
  );
  assertNothingInside(text, secrets);
}
