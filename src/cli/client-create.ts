import type { Command } from "commander";
import { clientFor } from "../apps/client.ts";
import { registerClient } from "../flows/operator/client.ts";
import { checkNewClient } from "../flows/operator/client-check.ts";
import { proxyNames } from "../flows/operator/proxy-files.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { type Client, isProtected } from "../protocol/client/client.ts";
import { ok, refuse } from "../values/result.ts";
import { withAdministration } from "./administration.ts";
import { findApplication, printApplicationSettings } from "./client-application.ts";
import { copyNow, printClient, unknownNames } from "./client-call.ts";
import { addMetadataOptions, collect, type MetadataOptions, metadataChanges } from "./client-options.ts";
import { clientProblem } from "./client-problem.ts";
import {
  printRecipes,
  templateNamed,
  templateOption,
  templatesHelpText,
  withTemplate,
} from "./client-template.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import { loopbackUri } from "./loopback-callback.ts";
import { openCall } from "./operation-call.ts";
import { done, exitCodes, type Outcome } from "./outcome.ts";

interface CreateOptions extends MetadataOptions {
  readonly name?: string;
  readonly publicPath?: readonly string[];
  readonly path?: readonly string[];
  readonly protect?: readonly string[];
  readonly redirectUri: readonly string[];
  readonly strict?: true;
  readonly public?: true;
  readonly template?: string;
  readonly host?: string;
}

/** `latchkey client create`: registers an application or a service. */
export function addCreateCommand(client: Command, invocation: Invocation): void {
  const creation = client
    .command("create")
    .description("register an application or a service; prints its id and, this once, its secret")
    .option(
      "--name <name>",
      "what people read on the sign-in page; not needed with --protect or the template of an application",
    )
    .option(
      "--redirect-uri <uri>",
      "where people come back to; may be repeated; not needed with --device or --machine",
      collect,
      [],
    )
    .addOption(templateOption())
    .option(
      "--host <url>",
      "where people open the application of the template, such as https://grafana.example.org",
    )
    .option("--strict", "OAuth 2.1 rules: PKCE, response_type and redirect_uri required, iss sent")
    .option("--public", "an app without a server: no secret, PKCE required")
    .option(
      "--public-path <path>",
      "with --protect: a path that is open without a sign-in; may be repeated",
      collect,
    )
    .action(
      action(invocation, (options: CreateOptions, command: Command) => create(invocation, command, options)),
    );
  addMetadataOptions(creation, { mayTakeAway: false }).addHelpText("after", templatesHelpText());
}

async function create(invocation: Invocation, command: Command, options: CreateOptions): Promise<Outcome> {
  const metadata = metadataChanges(invocation, withPublicPaths(options));
  if (!metadata.ok) return metadata;
  const template = templateNamed(options.template);
  const isApplication = options.template !== undefined && template === undefined;
  const chosen = isApplication ? await findApplication(options.template, options.host) : ok(undefined);
  if (!chosen.ok) return chosen;
  const fromApplication = chosen.value && clientFor(chosen.value.application, chosen.value.host);
  const name = options.name ?? fromApplication?.name ?? hostOf(options.protect?.[0]);
  if (name === undefined)
    return refuse({
      exitCode: exitCodes.usage,
      cause: "The option --name <name> is missing.",
      hint: `\`${invocation.runLatchkey} client create --help\` shows what it takes.`,
    });
  const named = {
    name,
    redirectUris: [...(fromApplication?.redirectUris ?? []), ...options.redirectUri],
    profile: options.strict ? "strict" : "interface",
    isPublic: options.public === true,
    ...(metadata.value !== undefined && { metadata: metadata.value }),
  } as const;
  const wanted = withTemplate(named, fromApplication ?? template);
  const check = async () => {
    const checked = checkNewClient(wanted);
    return checked.ok ? done : clientProblem(invocation, checked.reason);
  };
  const access = { createsDatabase: false, check };
  return withAdministration(invocation, command, access, async ({ administration, config }) => {
    const { registry } = openCall({ administration, config });
    const registered = await registerClient(registry, wanted, { by: everyRight });
    if (!registered.ok) return clientProblem(invocation, registered.reason);
    const { terminal, runLatchkey } = invocation;
    const { client, secret } = registered.value;
    const { issuer } = registry.settings;
    printClient(invocation, command, { client, secret, uses: [] }, nextCommands(client));
    if (secret !== undefined) terminal.note(copyNow);
    if (template !== undefined && !wantsJson(command)) printRecipes(terminal, issuer, registered.value);
    if (chosen.value !== undefined && !wantsJson(command))
      printApplicationSettings(terminal, chosen.value, {
        issuer,
        clientId: client.id,
        clientSecret: secret?.reveal() ?? "",
      });
    const notes = [
      ...endpoints(client, issuer, runLatchkey),
      `Undo: ${runLatchkey} client delete ${client.id}`,
    ];
    [...notes, ...(await unknownNames(registry, client, runLatchkey))].forEach(terminal.note);
    return done;
  });
}

function hostOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (URL.parse(address)?.host ?? address);
}

/** Public paths are rules like any other, and come first: the operator says so of each of them. */
function withPublicPaths({ publicPath = [], ...options }: CreateOptions): CreateOptions {
  if (publicPath.length === 0) return options;
  return { ...options, path: [...publicPath.map((path) => `${path} public`), ...(options.path ?? [])] };
}

function nextCommands(client: Client): readonly string[] {
  const show = `client show ${client.id}`;
  if (isProtected(client)) return proxyNames.map((proxy) => `${show} --proxy ${proxy}`);
  const canBeTried = loopbackUri(client.redirectUris, client.isPublic) !== undefined;
  return [...(canBeTried ? [`client try ${client.id}`] : []), show];
}

/** The values that the developer of the application needs. */
function endpoints({ id, metadata }: Client, base: string, latchkey: string): readonly string[] {
  if (isProtected({ metadata }))
    return proxyNames.map((proxy) => `Behind ${proxy}: ${latchkey} client show ${id} --proxy ${proxy}`);
  const { isOpenid, isMachine, requiresPushedRequest, audience } = metadata;
  return [
    ...(isMachine ? [] : [`Authorization endpoint: ${base}/v1/Oauth/authorization`]),
    `Token endpoint:         ${base}/v1/Oauth/token`,
    ...(audience === undefined ? [] : [`Introspection endpoint: ${base}/v1/Oauth/introspection`]),
    ...(requiresPushedRequest ? [`Pushed requests:        ${base}/v1/Oauth/par`] : []),
    ...(isOpenid ? [`Discovery:              ${base}/.well-known/openid-configuration`] : []),
  ];
}
