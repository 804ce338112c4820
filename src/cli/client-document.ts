import type { Command } from "commander";
import { createClientDocuments, documentBounds } from "../adapters/fetch/client-documents.ts";
import { createGuardedFetch } from "../adapters/fetch/guarded-fetch.ts";
import { systemClock } from "../adapters/system/clock.ts";
import { describeDocumentRefusal, readDescription } from "../flows/described-clients.ts";
import { resolveIssuer } from "../ops/config.ts";
import { signsAssertions } from "../protocol/client/client.ts";
import type { ClientDescription } from "../protocol/client/described-client.ts";
import { hostOfDocument } from "../protocol/client/document.ts";
import { documentIdFor, whyNotAdmitted } from "../protocol/client/document-policy.ts";
import { type ClientId, isDocumentId, parseClientId } from "../values/ids.ts";
import { isLoopback } from "../values/issuer.ts";
import { ok, refuse } from "../values/result.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { detailLines, labelled } from "./layout.ts";
import { exitCodes, type Outcome } from "./outcome.ts";

/** `latchkey client check-document`: what this service would say of the document of a client that nobody registered. */
export function addDocumentCommand(client: Command, invocation: Invocation): void {
  client
    .command("check-document <url>")
    .description("fetch the document at a client id, and say whether it would be taken here")
    .action(
      action(invocation, (url: string, _: object, command: Command) => check(invocation, command, url)),
    );
}

async function check(invocation: Invocation, command: Command, url: string): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const { config } = loaded.value;
  const id = isDocumentId(url) ? parseClientId(url) : undefined;
  if (id === undefined) {
    const spelt = documentIdFor(url);
    return refuse({
      exitCode: exitCodes.usage,
      cause: "No client can be known by this address.",
      hint:
        spelt === undefined
          ? "Use an https: address with a path, of at most 250 characters, without query and fragment."
          : `Write it as ${spelt}`,
    });
  }
  const issuer = resolveIssuer(config, config.port);
  const isDevelopment = isLoopback(issuer);
  const documents = createClientDocuments({
    fetch: createGuardedFetch({ mayReachLoopback: isDevelopment, ...documentBounds }),
    clock: systemClock,
    read: (bytes, of) => readDescription(bytes, of, { issuer }),
  });
  const read = await documents.fetch(id);
  if (!read.ok) return refuse({ exitCode: exitCodes.refused, cause: describeDocumentRefusal(read.reason) });
  const isAdmitted = whyNotAdmitted(config.clientDocuments, id, { isDevelopment }) === undefined;
  print(invocation, command, { id, description: read.value, isAdmitted });
  if (!isAdmitted)
    invocation.terminal.note(
      "The document is good, but its host is not admitted here: add it to LATCHKEY_CLIENT_DOCUMENTS.",
    );
  return ok(undefined);
}

function print(
  { terminal }: Invocation,
  command: Command,
  checked: { readonly id: ClientId; readonly description: ClientDescription; readonly isAdmitted: boolean },
): void {
  const { id, description, isAdmitted } = checked;
  const { name, redirectUris, metadata } = description;
  const method = signsAssertions(metadata) ? "private_key_jwt" : "none";
  if (wantsJson(command)) {
    terminal.printJson({
      client_id: id,
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: method,
      refresh_tokens: metadata.mayRefresh,
      admitted: isAdmitted,
    });
    return;
  }
  const details = detailLines([
    ["Name", name],
    ["Verified host", hostOfDocument(id)],
    ...labelled("Redirect URI", redirectUris),
    ["Proves itself by", method],
    ["Refresh tokens", metadata.mayRefresh ? "yes" : "no"],
    ["Admitted here", isAdmitted ? "yes" : "no"],
  ]);
  details.forEach(terminal.print);
}
