import { pageErrors, redirectErrors } from "../src/protocol/authorization/errors.ts";
import { registrationErrors } from "../src/protocol/client/registration-errors.ts";
import { tokenErrors } from "../src/protocol/errors.ts";
import { forwardAuthErrors } from "../src/protocol/forward-auth/errors.ts";
import { signOutErrors } from "../src/protocol/openid/sign-out.ts";
import { bearerErrors } from "../src/protocol/token/bearer.ts";
import type { WireError } from "../src/protocol/wire-error.ts";

/** One answer that callers can tell apart, and every reason that leads to it. */
interface Answer {
  readonly wire: WireError;
  readonly reasons: readonly string[];
}

interface Chapter {
  readonly title: string;
  readonly introduction: string;
  readonly errors: Readonly<Record<string, WireError>>;
  /** Whether the status differs between rows, so that a column is worth its room. */
  readonly showsStatus: boolean;
}

const opening = `# Every error, its cause and its repair

<!-- Made from the tables beside the rules, which src/protocol/errors.ts brings together. Change those, then run: node scripts/node scripts/docs.ts -->

An error is a short code that programs read (\`error\`), and a sentence that people read (\`error_description\`). The sentence
names the cause first and then the repair; here they are in two columns. The last column is the \`reason\` in the log, which is more
exact than a stranger may learn, in the events \`authorization-refused\` and \`exchange-refused\`. Refusals of userinfo, and of a
program's form by its method, type or size, leave no event. A page that shows a request id has its line in the log
(\`request-refused\` where the request could not be read).

A refused request spends nothing. Repair it, and the same code still works until it expires.
`;

const chapters: readonly Chapter[] = [
  {
    title: "Authorization endpoint: errors on a page of the service",
    introduction: `Until the redirect URI is known to belong to the client, nothing is sent there. The browser gets a page of the service with status
400 and no \`Location\`. On a loopback base URL the page shows everything, with the command that repairs it; elsewhere it shows a
request id, under which the log has the detail (event \`authorization-refused\`).`,
    errors: pageErrors,
    showsStatus: false,
  },
  {
    title: "Authorization endpoint: errors at the redirect URI",
    introduction: `Once client and redirect URI are known to belong together, errors go to the client: a redirect (302 after GET, 303 after POST) to
its redirect URI with \`error\`, \`error_description\`, and \`state\` if one was sent. Clients that get \`iss\` get it here too.`,
    errors: redirectErrors,
    showsStatus: false,
  },
  {
    title: "Token endpoint",
    introduction: `JSON with the members \`status\` (always \`"error"\`), \`error\` and \`error_description\`. \`invalid_client\` comes with status 401 and
\`WWW-Authenticate: Basic\` where the client used HTTP Basic, else with 400. Status 429 and 503 carry \`Retry-After\`, 405 carries
\`Allow\`. A path near one of the endpoints, or below \`/v1/\`, is answered with 404 in the same shape, and the answer
names the right path. Several causes share one answer on purpose: from outside, an unknown client looks like a wrong secret.`,
    errors: tokenErrors,
    showsStatus: true,
  },
  {
    title: "Userinfo",
    introduction: `JSON as at the token endpoint, with a \`WWW-Authenticate: Bearer\` header that names the same error. A request without any token
gets the bare challenge, as RFC 6750 §3.1 asks.`,
    errors: bearerErrors,
    showsStatus: true,
  },
  {
    title: "Registration endpoint",
    introduction: `JSON as at the token endpoint; 401 comes with \`WWW-Authenticate: Bearer\`, 429 with \`Retry-After\`. Besides these there are
\`invalid_redirect_uri\` and \`invalid_client_metadata\` with status 400, whose description names the member, what is wrong with it,
and the repair. The event in the log is \`registration-refused\`.`,
    errors: registrationErrors,
    showsStatus: true,
  },
  {
    title: "Questions of proxies",
    introduction: `What a proxy gets when it asks about a request to a [protected application](forward-auth.md), and hands on to programs and scripts: JSON as at the
token endpoint. \`login_required\` and \`insufficient_scope\` come with \`WWW-Authenticate: Bearer\`. The event in the log is
\`access-refused\`, except for these two. A browser that opens a page is redirected to a page instead.`,
    errors: forwardAuthErrors,
    showsStatus: true,
  },
  {
    title: "Logout endpoint",
    introduction: `The person's page says that the application's sign-out request was not valid, and nobody is sent back. On a loopback base URL it also
shows what arrived, what is registered and the command; elsewhere the log has them (event
\`post-logout-redirect-refused\`). A server that calls without a browser gets JSON: 400, or 403 for \`unauthorized_client\` (event
\`server-logout-refused\`).`,
    errors: signOutErrors,
    showsStatus: false,
  },
];

const closing = `## The sign-in page itself

These answers to a person have words and no codes. The form comes again with the username and without the password.

| Status | The page says | Why | Event in the log |
|---|---|---|---|
| 400 | That username, e-mail address or password is incorrect. | Unknown person, wrong password or disabled account: never told apart | \`sign-in-refused\`, reason \`mismatch\` |
| 400 | Enter your username or e-mail address. / Enter your password. | The field came empty | none |
| 400 | That password is too long. | More than 1,024 bytes after normalising; refused before hashing | none |
| 403 | This page was out of date. Please sign in again. | The form was made for another browser or another request, or its key is gone | \`sign-in-refused\`, reason \`step-…\` |
| 403 | Your browser did not send back our cookie. Allow cookies for this site, then sign in again. | The form came without the cookie that its page had set | \`sign-in-refused\`, reason \`step-no-cookie\` |
| 429 | Too many attempts. Try again in 4 minutes. | Too many failures of the account or the network; \`Retry-After\` says when | \`sign-in-refused\`, reason \`throttled\` |
| 503 | Many people are signing in right now. | The queue of password hashes is full; \`Retry-After\` says when | \`sign-in-refused\`, reason \`busy\` |

Every page may also be answered with 403 (another site posted the form), 404, 405, 413 (body over 64 KiB), 414 (query over
12 KiB), 415 (no form), 500 (a bug; the log has \`unexpected-failure\`) and 503 with \`Retry-After\` (the database is away).
`;

/** The whole of docs/errors.md. */
export function errorDocs(): string {
  return [opening, ...chapters.map(chapterText), closing].join("\n");
}

function chapterText({ title, introduction, errors, showsStatus }: Chapter): string {
  const byCode = Map.groupBy(answersOf(errors), ({ wire }) => wire.error);
  const sections = [...byCode].map(
    ([code, answers]) => `### \`${code}\`\n\n${tableOf(answers, showsStatus)}\n`,
  );
  return `## ${title}\n\n${introduction}\n\n${sections.join("\n")}`;
}

function answersOf(errors: Readonly<Record<string, WireError>>): readonly Answer[] {
  const groups = Map.groupBy(Object.entries(errors), ([, wire]) => JSON.stringify(wire));
  return [...groups.values()].flatMap((entries) => {
    const wire = entries[0]?.[1];
    return wire === undefined ? [] : [{ wire, reasons: entries.map(([reason]) => reason) }];
  });
}

function tableOf(answers: readonly Answer[], showsStatus: boolean): string {
  const rows = answers.map(({ wire, reasons }) => {
    const { cause, repair } = split(wire.description);
    const status = showsStatus ? `${wire.status} | ` : "";
    return `| ${status}${cause} | ${repair} | ${reasons.map((reason) => `\`${reason}\``).join(", ")} |`;
  });
  const heading = `| ${showsStatus ? "Status | " : ""}Cause | Repair | Reason |`;
  return [heading, `|${"---|".repeat(showsStatus ? 4 : 3)}`, ...rows].join("\n");
}

/** Descriptions say the cause in their first sentence and the repair in the rest; a test keeps them so. */
function split(description: string): { readonly cause: string; readonly repair: string } {
  const end = description.indexOf(". ");
  if (end === -1) throw new Error(`This description has no repair: ${description}`);
  return {
    cause: marked(description.slice(0, end + 1)),
    repair: marked(description.slice(end + 2)),
  };
}

/** What is typed rather than read: commands, headers, parameters with or without a value, names of functions. */
const typed = new RegExp(
  [
    "latchkey api scope add RESOURCE VALUE=SENTENCE",
    "latchkey api update RESOURCE --token opaque",
    "latchkey [a-z]+ [a-z-]+(?: (?:[A-Z_]{3,}|--[a-z-]+))*",
    "Authorization: Bearer ACCESS_TOKEN",
    "Content-Type: application/x-www-form-urlencoded",
    "Retry-After",
    "\\b[A-Za-z]+\\(true\\)",
    "encodeURIComponent",
    "\\b_oauth2\\b",
    "(?:grant_type=|subject_token_type=)?urn:[a-z_:-]+[a-z]",
    "\\b[a-z]+(?:_[a-z]+)+(?:=[A-Za-z0-9_]+)?",
    "\\bprompt=none",
    "(?<=parameter )[a-z]+(?= is|\\.)",
    "(?<=instead of )request\\b",
    "(?<=grant_type, )code\\b",
    "(?<=as the )state\\b",
  ].join("|"),
  "g",
);

function marked(text: string): string {
  return text.replace(typed, (word) => `\`${word}\``);
}
