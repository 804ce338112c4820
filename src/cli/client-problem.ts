import { type ClientProblem, clientProblems } from "../flows/operator/client-problem.ts";
import type { MetadataProblem } from "../protocol/client/metadata-change.ts";
import { shellWord } from "../values/words.ts";
import type { Invocation } from "./invocation.ts";
import { type Outcome, refused } from "./outcome.ts";

/** Stands for the id of a client that is not there yet. */
const noId = "ID";

type Hint = (runClient: string, id: string) => string;
const hints: Partial<Readonly<Record<ClientProblem["kind"], Hint>>> = {
  "unknown-group": (runClient) =>
    `\`${runClient.replace(/client$/, "group")} create\` makes one, \`group list\` shows those there are.`,
  "unknown-client": (runClient) => `\`${runClient} list\` shows the clients there are.`,
  "redirect-uri-missing": (runClient, id) =>
    id === noId
      ? "Name one with --redirect-uri URI."
      : `\`${runClient} delete ${id}\` removes the client itself.`,
  "redirect-uri-not-registered": (runClient, id) =>
    `\`${runClient} show ${id}\` lists those that are; it must be the same letter by letter.`,
  "signing-client-has-no-secret": (runClient, id) =>
    `\`${runClient} update ${id} --no-public-keys\` lets it have one instead of its keys.`,
  "two-secrets-already": (runClient, id) =>
    `\`${runClient} retire-secret ${id}\` ends the older one; without --overlap both end.`,
  "changed-meanwhile": (runClient, id) => `\`${runClient} show ${id}\` shows how it is now; run this again.`,
};

/** The problem of a client that could not be created, found or changed. `id` is for the commands in the hint. */
export function clientProblem(invocation: Invocation, reason: ClientProblem, id = noId): Outcome {
  const hint =
    reason.kind === "metadata-unusable"
      ? metadataHint(reason.problem)
      : hints[reason.kind]?.(`${invocation.runLatchkey} client`, shellWord(id));
  return refused(clientProblems, reason, hint);
}

function metadataHint({ kind }: MetadataProblem): string | undefined {
  return kind === "needs-openid" ? "Add --openid if it is one." : undefined;
}
