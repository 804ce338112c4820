import type { Command } from "commander";
import type { Administration } from "../compose.ts";
import type { ClientProblem, ClientWithSecret } from "../flows/manage-clients.ts";
import { resolveIssuer } from "../ops/config.ts";
import type { Client } from "../protocol/client.ts";
import { type ClientId, parseClientId } from "../values/ids.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { withAdministration } from "./administration.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { counted, detailLines, isoTime, shellWord, shortTime, tableLines } from "./layout.ts";
import { done, type ExitCode, exitCodes, type Outcome } from "./outcome.ts";

interface CreateOptions {
  readonly name: string;
  readonly redirectUri: readonly string[];
  readonly strict?: true;
  readonly public?: true;
}

interface UpdateOptions {
  readonly name?: string;
  readonly redirectUri?: readonly string[];
  readonly addRedirectUri?: readonly string[];
  readonly removeRedirectUri?: readonly string[];
  readonly strict?: boolean;
}

/** `latchkey client …`: the applications that may send people here. */
export function addClientCommands(program: Command, invocation: Invocation): void {
  const client = program.command("client").description("applications that people sign in to");
  client
    .command("create")
    .description("register an application; prints its id and, this once, its secret")
    .requiredOption("--name <name>", "what people read on the sign-in page")
    .requiredOption("--redirect-uri <uri>", "where people come back to; may be repeated", collect)
    .option("--strict", "OAuth 2.1 rules: PKCE, response_type and redirect_uri required, iss sent")
    .option("--public", "an app without a server: no secret, PKCE required")
    .action(
      action(invocation, (options: CreateOptions, command: Command) => create(invocation, command, options)),
    );
  client
    .command("list")
    .description("every registered application")
    .action(action(invocation, (_: object, command: Command) => list(invocation, command)));
  client
    .command("show <id>")
    .description("everything about one application but its secret")
    .action(action(invocation, (id: string, _: object, command: Command) => show(invocation, command, id)));
  client
    .command("update <id>")
    .description("change what is named, keep the rest")
    .option("--name <name>", "what people read on the sign-in page")
    .option("--redirect-uri <uri>", "replace the list of redirect URIs; may be repeated", collect)
    .option("--add-redirect-uri <uri>", "add one; may be repeated", collect)
    .option("--remove-redirect-uri <uri>", "remove one; may be repeated", collect)
    .option("--strict", "OAuth 2.1 rules")
    .option("--no-strict", "the rules of the interface")
    .action(
      action(invocation, (id: string, options: UpdateOptions, command: Command) =>
        update(invocation, command, id, options),
      ),
    );
  client
    .command("rotate-secret <id>")
    .description("make a new secret; the old one stops working at once")
    .action(action(invocation, (id: string, _: object, command: Command) => rotate(invocation, command, id)));
  for (const verb of ["disable", "enable"] as const)
    client
      .command(`${verb} <id>`)
      .description(verb === "disable" ? "refuse every request of it, revoke its tokens" : "let it work again")
      .action(
        action(invocation, (id: string, _: object, command: Command) =>
          setDisabled(invocation, command, id, verb === "disable"),
        ),
      );
  client
    .command("delete <id>")
    .description("remove it and its tokens")
    .action(action(invocation, (id: string, _: object, command: Command) => remove(invocation, command, id)));
}

function create(invocation: Invocation, command: Command, options: CreateOptions): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(
    invocation,
    command,
    { createsDatabase: true },
    async (administration, config) => {
      const { registerClient } = await import("../flows/manage-clients.ts");
      const registered = await registerClient(registryOf(administration), {
        name: options.name,
        redirectUris: options.redirectUri,
        profile: options.strict ? "strict" : "interface",
        isPublic: options.public === true,
      });
      if (!registered.ok) return problem(invocation, registered.reason);
      const { client } = registered.value;
      printSecretOnce(invocation, command, registered.value);
      const base = resolveIssuer(config, config.port);
      terminal.note(`Authorization endpoint: ${base}/v1/Oauth/authorization`);
      terminal.note(`Token endpoint:         ${base}/v1/Oauth/token`);
      terminal.note(`Undo: ${runLatchkey} client delete ${client.id}`);
      return done;
    },
  );
}

function list(invocation: Invocation, command: Command): Promise<Outcome> {
  const { terminal, runLatchkey } = invocation;
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const clients = await store.clients.list();
    if (wantsJson(command)) for (const client of clients) terminal.printJson(clientRecord(client));
    else if (clients.length === 0)
      terminal.note(
        `No clients yet. Register one: ${runLatchkey} client create --name NAME --redirect-uri URI`,
      );
    else {
      const rows = clients.map((client) => [
        client.id,
        client.name,
        kindOf(client),
        client.isDisabled ? "disabled" : client.secretExposedAt === undefined ? "ok" : "secret exposed",
        (client.redirectUris[0] ?? "") +
          (client.redirectUris.length > 1 ? ` and ${client.redirectUris.length - 1} more` : ""),
      ]);
      tableLines(["CLIENT ID", "NAME", "KIND", "STATE", "REDIRECT URI"], rows).forEach(terminal.print);
    }
    return done;
  });
}

function show(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async ({ store }) => {
    const clientId = parseClientId(id);
    const client = clientId === undefined ? undefined : await store.clients.find(clientId);
    if (client === undefined) return problem(invocation, { kind: "unknown-client" });
    printClient(invocation, command, client);
    return done;
  });
}

function update(
  invocation: Invocation,
  command: Command,
  id: string,
  options: UpdateOptions,
): Promise<Outcome> {
  return onClient(invocation, command, id, async (registry, clientId) => {
    const { changeClient } = await import("../flows/manage-clients.ts");
    const changed = await changeClient(registry, clientId, {
      ...(options.name === undefined ? {} : { name: options.name }),
      ...(options.redirectUri === undefined ? {} : { redirectUris: options.redirectUri }),
      addRedirectUris: options.addRedirectUri ?? [],
      removeRedirectUris: options.removeRedirectUri ?? [],
      ...(options.strict === undefined ? {} : { profile: options.strict ? "strict" : "interface" }),
    });
    if (!changed.ok) return changed;
    printClient(invocation, command, changed.value);
    return ok("Updated; a running server uses it within a second.");
  });
}

function rotate(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  return onClient(invocation, command, id, async (registry, clientId) => {
    const { rotateClientSecret } = await import("../flows/manage-clients.ts");
    const rotated = await rotateClientSecret(registry, clientId);
    if (!rotated.ok) return rotated;
    printSecretOnce(invocation, command, rotated.value);
    return ok("The old secret is refused within a second.");
  });
}

function setDisabled(
  invocation: Invocation,
  command: Command,
  id: string,
  isDisabled: boolean,
): Promise<Outcome> {
  return onClient(invocation, command, id, async (registry, clientId) => {
    const { setClientDisabled } = await import("../flows/manage-clients.ts");
    const set = await setClientDisabled(registry, clientId, isDisabled);
    if (!set.ok) return set;
    const { client, revokedTokens } = set.value;
    if (wantsJson(command)) invocation.terminal.printJson(clientRecord(client));
    if (!isDisabled) return ok(`${client.name} (${client.id}) is enabled.`);
    return ok(
      `${client.name} (${client.id}) is disabled; ${counted(revokedTokens, "token")} revoked.\n` +
        `Undo: ${invocation.runLatchkey} client enable ${client.id}`,
    );
  });
}

function remove(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  return onClient(invocation, command, id, async (registry, clientId) => {
    const { removeClient } = await import("../flows/manage-clients.ts");
    const removed = await removeClient(registry, clientId);
    if (!removed.ok) return removed;
    const { name, redirectUris } = removed.value;
    if (wantsJson(command)) invocation.terminal.printJson({ ...clientRecord(removed.value), deleted: true });
    const uris = redirectUris.map((uri) => ` --redirect-uri ${shellWord(uri)}`).join("");
    return ok(
      `Deleted ${name} (${clientId}) and its tokens.\n` +
        `To have it back with a new id: ${invocation.runLatchkey} client create --name ${shellWord(name)}${uris}`,
    );
  });
}

type Registry = ReturnType<typeof registryOf>;

/** Runs a change of one client; its answer is told on stderr. */
function onClient(
  invocation: Invocation,
  command: Command,
  id: string,
  change: (registry: Registry, id: ClientId) => Promise<Result<string, ClientProblem>>,
): Promise<Outcome> {
  return withAdministration(invocation, command, { createsDatabase: false }, async (administration) => {
    const clientId = parseClientId(id);
    if (clientId === undefined) return problem(invocation, { kind: "unknown-client" });
    const told = await change(registryOf(administration), clientId);
    if (!told.ok) return problem(invocation, told.reason);
    invocation.terminal.note(told.value);
    return done;
  });
}

function registryOf({ store, clock, random }: Administration) {
  return { clients: store.clients, grants: store.grants, clock, random };
}

/** The secret is data, so it goes to stdout; that it is shown once is talk. */
function printSecretOnce(
  invocation: Invocation,
  command: Command,
  { client, secret }: ClientWithSecret,
): void {
  const { terminal } = invocation;
  if (wantsJson(command)) terminal.printJson(clientRecord(client, secret));
  else detailLines(clientDetails(client, secret)).forEach(terminal.print);
  if (secret !== undefined)
    terminal.note("Copy the secret now: only its digest is kept, so it is never shown again.");
}

function printClient(invocation: Invocation, command: Command, client: Client): void {
  const { terminal } = invocation;
  if (wantsJson(command)) terminal.printJson(clientRecord(client));
  else detailLines(clientDetails(client)).forEach(terminal.print);
}

// RFC 7591 names where it has them.
function clientRecord(client: Client, secret?: Secret): object {
  return {
    client_id: client.id,
    ...(secret === undefined ? {} : { client_secret: secret.reveal() }),
    name: client.name,
    redirect_uris: client.redirectUris,
    profile: client.profile,
    public: client.isPublic,
    disabled: client.isDisabled,
    created_at: isoTime(client.createdAt),
    ...(client.secretExposedAt === undefined ? {} : { secret_exposed_at: isoTime(client.secretExposedAt) }),
  };
}

function clientDetails(client: Client, secret?: Secret): [string, string][] {
  const details: [string, string][] = [["Client ID", client.id]];
  if (secret !== undefined) details.push(["Client secret", secret.reveal()]);
  details.push(
    ["Name", client.name],
    ["Kind", kindOf(client)],
    ["State", client.isDisabled ? "disabled" : "enabled"],
  );
  client.redirectUris.forEach((uri, index) => {
    details.push([index === 0 ? "Redirect URI" : "", uri]);
  });
  details.push(["Created", shortTime(client.createdAt)]);
  if (client.secretExposedAt !== undefined)
    details.push(["Secret exposed", `${shortTime(client.secretExposedAt)}: it was sent in a URL; rotate it`]);
  return details;
}

function kindOf(client: Client): string {
  return client.isPublic ? `${client.profile}, public` : client.profile;
}

const exitCodeOf: Readonly<Record<ClientProblem["kind"], ExitCode>> = {
  "unknown-client": exitCodes.notFound,
  "name-unusable": exitCodes.refused,
  "redirect-uri-unusable": exitCodes.refused,
  "redirect-uri-missing": exitCodes.refused,
  "redirect-uris-too-many": exitCodes.refused,
  "redirect-uri-not-registered": exitCodes.notFound,
  "public-client-has-no-secret": exitCodes.refused,
};

const hints: Partial<Readonly<Record<ClientProblem["kind"], (runLatchkey: string) => string>>> = {
  "unknown-client": (runLatchkey) => `\`${runLatchkey} client list\` shows every client.`,
  "redirect-uri-missing": (runLatchkey) => `\`${runLatchkey} client delete\` removes the client itself.`,
  "redirect-uri-not-registered": (runLatchkey) =>
    `\`${runLatchkey} client show\` lists what is; it must match exactly.`,
};

async function problem(invocation: Invocation, reason: ClientProblem): Promise<Outcome> {
  const { describeClientProblem } = await import("../flows/manage-clients.ts");
  const hint = hints[reason.kind]?.(invocation.runLatchkey);
  return refuse({
    exitCode: exitCodeOf[reason.kind],
    cause: describeClientProblem(reason),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Gathers an option that may be repeated. */
function collect(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}
