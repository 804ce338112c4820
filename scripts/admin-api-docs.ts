import { operations } from "../src/operations/operations.ts";
import { type ProblemKind, problems } from "../src/operations/problem.ts";

/** The table of operations: what each does, the right that it needs, and the command that does the same. */
export function operationsTable(): string {
  const rows = operations.map(({ method, path, summary, scope, command, isConditional, isRepeatable }) => {
    const takes = [...(isConditional ? ["`If-Match`"] : []), ...(isRepeatable ? ["`Idempotency-Key`"] : [])];
    return `| \`${method.toUpperCase()} ${path}\` | ${summary} | \`${scope}\` | ${command === undefined ? "" : `\`${command}\``} | ${takes.join(", ")} |`;
  });
  return ["| Operation | What it does | Right | Command | Takes |", "|---|---|---|---|---|", ...rows].join(
    "\n",
  );
}

const repairs: Readonly<Record<ProblemKind, string>> = {
  "malformed-request": "Send one JSON object in UTF-8.",
  "invalid-parameters": "`errors` names each parameter. The description has their limits.",
  "token-missing": "Send `Authorization: Bearer ACCESS_TOKEN`.",
  "token-refused":
    "The token is unknown, has ended, or is meant for something else; its person has no admin right any more, or signed in with less than `LATCHKEY_CONSOLE_REQUIRE` asks for. In that last case the challenge says `insufficient_user_authentication` and names the `acr_values` to ask for (RFC 9470). [Get a new one](#a-token).",
  "insufficient-scope": "Ask for a token with the right that `detail` and the challenge name.",
  "not-found": "Compare the address with the list. Ids and names are percent-encoded in paths.",
  "method-not-allowed": "`Allow` names the methods.",
  conflict:
    "`detail` says what stands in the way: a name that is taken, a limit, or a change at the same moment.",
  "precondition-failed":
    "Read it again, then repeat the change on its current version. For an act on many people, make the dry run again.",
  "content-too-large": "A request has at most 64 KiB of content.",
  "unsupported-content": "Send `Content-Type: application/json`, and nothing compressed.",
  "invalid-content":
    "`errors` names each member by a JSON pointer (RFC 6901), with the cause and the repair.",
  "request-under-way":
    "Another request with this key is under way, or its process died before it answered. Send it again after the seconds that `Retry-After` says: by then it has ended, or the key is free.",
  "response-lost":
    "Nothing was done again. `detail` names what the first request did and to what; GET that. A secret that only the response contained cannot be read again: replace it by a request with a new key.",
  "idempotency-key-reused":
    "The key was sent with another request within 24 hours. Take a new one for each creation.",
  "too-many-requests":
    "Wait as long as `Retry-After` says. A token has 3,000 requests at once, and then 20 a second.",
  failure: "The log of the service explains it, under the request id in `detail`.",
  unavailable: "The database is away, or the service overloaded. Try again as `Retry-After` says.",
};

/** A section for each kind of problem: its anchor is the end of the type. */
export function problemSections(): string {
  const sections = Object.entries(problems).map(([kind, { status, title }]) => {
    return `#### ${kind}\n\n${status}: ${title}. ${repairs[kind as ProblemKind]}`;
  });
  return `\n${sections.join("\n\n")}\n`;
}
