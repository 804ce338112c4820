import type { ClientProblem } from "../flows/operator/client-problem.ts";
import { refusedClient } from "../operations/client-problem.ts";
import { type Result, refuse } from "../values/result.ts";
import { shellWord } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { problemOf } from "./operation-command.ts";
import type { Names } from "./operation-input.ts";
import type { Hint, Hints } from "./operation-view.ts";
import type { Problem } from "./outcome.ts";

const client = (verb: string, { client_id: id = "ID" }: Names) => `latchkey client ${verb} ${shellWord(id)}`;

const listing = (names: Names) =>
  `\`${client("show", names)}\` lists those that are; it must be exactly the same.`;

/** The commands that help with the problems of clients. */
export const clientHints: Hints<ClientProblem> = {
  "unknown-group": "`latchkey group create` makes one, `latchkey group list` shows those there are.",
  "unknown-client": "`latchkey client list` shows the clients there are.",
  "redirect-uri-missing": (_, names) =>
    names.client_id === undefined
      ? "Name one with --redirect-uri URI."
      : `\`${client("delete", names)}\` removes the client itself.`,
  "redirect-uri-not-registered": (_, names) => listing(names),
  "path-rule-not-registered": (_, names) => listing(names),
  "metadata-unusable": ({ problem }) =>
    problem.kind === "needs-openid" ? "Add --openid if it is one." : undefined,
  "signing-client-has-no-secret": (_, names) =>
    `\`${client("update", names)} --no-public-keys\` lets it have one instead of its keys.`,
  "two-secrets-already": (_, names) =>
    `\`${client("retire-secret", names)}\` ends the older one; without --overlap both end.`,
  "changed-meanwhile": (_, names) => `\`${client("show", names)}\` shows how it is now; run this again.`,
};

/** The problem of a client that could not be created, found or changed. `names` are those of the command. */
export function clientProblem(
  invocation: Invocation,
  reason: ClientProblem,
  names: Names = {},
): Result<never, Problem> {
  // The reason is one of those that the hints are for.
  const hints = clientHints as Readonly<Record<string, Hint>>;
  return refuse(problemOf({ invocation, hints, names }, refusedClient({}, reason).reason));
}
