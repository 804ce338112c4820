import { flushCompileCache } from "node:module";
import { dirname, resolve } from "node:path";
import type { Command } from "commander";
import { systemClock } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import type { Service } from "../compose.ts";
import { type DemoApplication, ordersPath, startDemoApplication } from "../demo/application.ts";
import { mcpPath } from "../demo/mcp-resource.ts";
import type { TrialAccount } from "../demo/trial-account.ts";
import {
  type Config,
  databasePath,
  describeConfigProblem,
  isLoopbackHost,
  type LoadedConfig,
  resolveIssuer,
  sqliteFile,
} from "../ops/config.ts";
import { flowSettings } from "../ops/flow-settings.ts";
import { tryListening } from "../ops/listening.ts";
import { openLog } from "../ops/log.ts";
import { settings } from "../ops/settings.ts";
import { exitOnUncaught, firstSignal } from "../ops/shutdown.ts";
import { type Issuer, isHttps } from "../values/issuer.ts";
import { type Result, refuse } from "../values/result.ts";
import type { Secret } from "../values/secret.ts";
import { commandLineActor } from "./actor.ts";
import { isDatabaseMissing, loadAdministration, loadService, startProblem } from "./administration.ts";
import {
  ensureDemoAccount,
  ensureDemoApi,
  ensureDemoClient,
  mcpApi,
  ordersApi,
  trialUsername,
} from "./demo-data.ts";
import { action, type Invocation, readConfig, wantsJson } from "./invocation.ts";
import { exitCodes, type Outcome, type Problem } from "./outcome.ts";
import { untilEnded } from "./serve.ts";

const demoPort = 8081;
/** The demo shows calls and tokens, so it listens for this machine alone, wherever the service listens. */
const demoHost = "127.0.0.1";

interface DemoOptions {
  readonly demoPort: string;
  readonly mcp?: true;
}

/** The content of the first screen. */
interface Welcome {
  readonly demoUrl: string;
  readonly issuer: string;
  readonly username: string;
  /** Present only where the account was just created. */
  readonly password?: Secret;
  readonly database: string;
  /** The folder of the file, or the address of the server. */
  readonly place: string;
  readonly isDatabaseNew: boolean;
  /** Present with `--mcp`. */
  readonly mcpUrl?: string;
}

/** `latchkey demo`: the service, and an application that signs people in with it. */
export function addDemoCommand(program: Command, invocation: Invocation): void {
  program
    .command("demo")
    .option("--demo-port <port>", "the port of the demo application; 0 takes a free one", String(demoPort))
    .option("--mcp", "add a Model Context Protocol server for agents, which may register themselves")
    .action(
      action(invocation, (options: DemoOptions, command: Command) => demo(invocation, command, options)),
    );
}

async function demo(invocation: Invocation, command: Command, options: DemoOptions): Promise<Outcome> {
  const loaded = readConfig(invocation, command);
  if (!loaded.ok) return loaded;
  const mcpServer = options.mcp ? await loadMcpServer() : undefined;
  const { config, origins } = mcpServer ? openForAgents(loaded.value) : loaded.value;
  const wantedPort = readDemoPort(options.demoPort);
  if (!wantedPort.ok) return wantedPort;
  const issuer = resolveIssuer(config, config.port);
  if (isHttps(issuer)) return refuse(needsPlainHttp(invocation, issuer));
  // The first screen is for people, so the service logs warnings and errors only.
  const level = origins.logLevel === "default" ? "warn" : config.logLevel;
  const isTerminal = process.stderr.isTTY === true;
  const { hasColour } = invocation.terminal;
  const log = openLog({ level, fd: 2, isTerminal, hasColour: isTerminal && hasColour, clock: systemClock });

  const isDatabaseNew = isDatabaseMissing(config);
  exitOnUncaught(log);
  const signal = firstSignal();
  let service: Service | undefined;
  let application: DemoApplication | undefined;
  let administration: Administration | undefined;
  let trialAccount: () => Promise<TrialAccount | undefined> = async () => undefined;
  let listener: { host: string; port: number; portOption?: string } = config;
  try {
    const { openAdministration } = await loadAdministration();
    const { startService } = await loadService();
    const { runLatchkey } = invocation;
    service = await startService({ config, origins, log, runLatchkey, hasDocs: true });
    // The redirect URI is registered before the application listens, so its port must be known first.
    const port = wantedPort.value === 0 ? await tryListening({ host: demoHost, port: 0 }) : wantedPort.value;
    listener = { host: demoHost, port, portOption: "--demo-port" };
    const actor = commandLineActor(invocation);
    administration = await openAdministration(config, { actor });
    const { issuer } = service;
    const parts = { administration, config, issuer, port, mcpServer };
    application = await startApplication(parts, () => trialAccount());
    // The account comes last: its password is shown once, so nothing may fail between its creation and that.
    trialAccount = await ensureDemoAccount(administration, flowSettings(config, service.issuer));
    tell(invocation, command, {
      demoUrl: application.url,
      issuer: service.issuer,
      ...((await trialAccount()) ?? { username: trialUsername }),
      database: databasePath(config),
      place: sqliteFile(config) === undefined ? databasePath(config) : dirname(databasePath(config)),
      isDatabaseNew,
      ...(mcpServer && { mcpUrl: `${application.url}${mcpPath}` }),
    });
    if (options.mcp && mcpServer === undefined) invocation.terminal.note(mcpMissing);
  } catch (error) {
    await application?.close();
    await administration?.close();
    await service?.close();
    return refuse(startProblem(error, config, listener));
  }
  flushCompileCache();
  const close = async () => {
    await application.close();
    await administration.close();
    await service.close();
  };
  return untilEnded({ broken: service.broken, close }, signal, log);
}

async function startApplication(
  { administration, config, issuer, port, mcpServer }: DemoParts,
  trialAccount: () => Promise<TrialAccount | undefined>,
): Promise<DemoApplication> {
  const resource = `http://localhost:${port}${ordersPath}`;
  await ensureDemoApi(administration, resource, ordersApi);
  const client = await ensureDemoClient(administration, {
    redirectUri: `http://localhost:${port}/callback`,
    resource,
    file: resolve(config.dataDir, "demo-client.json"),
    issuer,
  });
  const own = { issuer, ...client, host: demoHost, port, trialAccount };
  if (mcpServer === undefined) return startDemoApplication(own);
  await ensureDemoApi(administration, `http://localhost:${port}${mcpPath}`, mcpApi);
  return startDemoApplication({
    ...own,
    createMcpServer: (url) => mcpServer.createDemoMcpServer(issuer, url),
  });
}

interface DemoParts {
  readonly administration: Administration;
  readonly config: Config;
  readonly issuer: Issuer;
  readonly port: number;
  readonly mcpServer: McpServerModule | undefined;
}

type McpServerModule = typeof import("../demo/mcp-server.ts");

/** Undefined if its packages are not installed: a checkout has them, and the npm package does not bring them (ADR 0073). */
async function loadMcpServer(): Promise<McpServerModule | undefined> {
  try {
    return await import("../demo/mcp-server.ts");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && message.includes("'@modelcontextprotocol/");
    if (!isMissing) throw error;
    return undefined;
  }
}

const mcpMissing =
  "The MCP server is not running, because its packages are not installed. They come with: npm install latchkey @modelcontextprotocol/server@2 @modelcontextprotocol/node@2";

/** Admits agents that nobody registered, unless a setting says otherwise or other machines could reach the service. */
function openForAgents(loaded: LoadedConfig): LoadedConfig {
  const { config, origins } = loaded;
  if (!isLoopbackHost(config.host)) return loaded;
  const opened = {
    ...(origins.registration === "default" && { registration: "open" as const }),
    ...(origins.clientDocuments === "default" && { clientDocuments: { mode: "open" as const } }),
  };
  const fromFlag = Object.fromEntries(Object.keys(opened).map((key) => [key, "--mcp"]));
  return { ...loaded, config: { ...config, ...opened }, origins: { ...origins, ...fromFlag } };
}

function readDemoPort(text: string): Result<number, Problem> {
  const port = settings.port.parse(text);
  if (port.ok) return port;
  const cause = describeConfigProblem({
    where: "--demo-port",
    cause: `${JSON.stringify(text)} does not work. ${port.reason}`,
    example: `--demo-port ${demoPort}`,
  });
  return refuse({ exitCode: exitCodes.badConfiguration, cause });
}

function needsPlainHttp({ runLatchkey }: Invocation, issuer: string): Problem {
  return {
    exitCode: exitCodes.badConfiguration,
    cause: `The demo is for trying it out on this machine, without TLS, but the base URL is ${issuer}.`,
    hint: `Leave LATCHKEY_BASE_URL out for the demo, or start the service alone: \`${runLatchkey} serve\`.`,
  };
}

function tell(invocation: Invocation, command: Command, welcome: Welcome): void {
  const { terminal, runLatchkey } = invocation;
  const { demoUrl, issuer, username, password, database, place, isDatabaseNew, mcpUrl } = welcome;
  if (wantsJson(command)) {
    const secret = password === undefined ? {} : { password: password.reveal() };
    const mcp = mcpUrl === undefined ? {} : { mcp_url: mcpUrl };
    terminal.printJson({
      demo_url: demoUrl,
      issuer,
      username,
      ...secret,
      ...mcp,
      database,
      new: isDatabaseNew,
    });
    return;
  }
  terminal.printStrong(`Demo      ${demoUrl}`);
  terminal.printStrong(
    password === undefined
      ? `Sign in   as ${username} with the password from the first start (lost: ${runLatchkey} user set-password ${username} --password-random)`
      : `Sign in   as ${username} with the password ${password.reveal()} (shown this once, and in the demo until it stops)`,
  );
  terminal.printStrong(
    `Data      ${place} (${isDatabaseNew ? "new" : "kept from before"}; the service is ${issuer})`,
  );
  if (mcpUrl !== undefined) for (const line of mcpLines(mcpUrl)) terminal.printStrong(line);
  terminal.note("Ctrl-C stops it.");
}

/** What to paste into the clients that people have. */
function mcpLines(mcpUrl: string): readonly string[] {
  const name = "latchkey-demo";
  return [
    `MCP       ${mcpUrl}; add it with one of these, then ask for your orders`,
    `          claude mcp add --transport http ${name} ${mcpUrl}`,
    `          code --add-mcp '${JSON.stringify({ name, type: "http", url: mcpUrl })}'`,
    `          npx @modelcontextprotocol/inspector --cli ${mcpUrl} --method tools/call --tool-name list_orders`,
  ];
}
