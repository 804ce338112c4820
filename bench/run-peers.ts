import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { Driver } from "./drive.ts";
import { fixtureOf } from "./fixture.ts";
import { progress, runAsProgram, runFolder, writeFigures } from "./frame.ts";
import { installLatchkey } from "./latchkey.ts";
import { describeMachine } from "./machine.ts";
import { chosenNames, commonOptions } from "./options.ts";
import { installOauth2Proxy } from "./peers/oauth2-proxy.ts";
import { installPeers, type PeerName, peerPackages } from "./peers.ts";
import { chartOf } from "./peers-chart.ts";
import { asMarkdown, asText } from "./report.ts";
import { measureChecks } from "./sections/checks.ts";
import { type Context, usersCount } from "./sections/context.ts";
import { measurePeers } from "./sections/peers.ts";

const usage = `npm run bench:peers -- [--quick] [--only SERVER,…] [--markdown] [--json FILE] [--chart FILE.svg] [--folder DIR]

  --quick      fewer and shorter turns: about a minute, good for a first look only
  --only       some of ${Object.keys(peerPackages).join(", ")}; Latchkey and two bare servers always take part.
               Or oauth2-proxy alone: the check of a proxy (forward auth), beside Latchkey's and its floor; built with Go at the first run
  --markdown   print Markdown
  --json FILE  also write every figure to FILE
  --chart FILE also draw the rates, as SVG
  --folder DIR where databases lie while it runs (default: the system's folder for temporary files)

The other servers are installed into bench/peers when they are missing, by npm ci.
`;

const chartAlternative =
  "The flows a second of this table as bars, those that keep everything apart from those in memory";

function isPeerName(name: string): name is PeerName {
  return Object.hasOwn(peerPackages, name);
}

function readOptions() {
  const { values } = parseArgs({ options: { ...commonOptions, chart: { type: "string" } } });
  if (values.only === "oauth2-proxy") return { ...values, names: "checks" } as const;
  return { ...values, names: chosenNames(Object.keys(peerPackages).filter(isPeerName), values.only, "peer") };
}

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  if (options.names === "checks") installOauth2Proxy(progress);
  else installPeers(progress);
  await using stack = new AsyncDisposableStack();
  const folder = runFolder(options.folder);
  const machine = describeMachine(folder);
  const latchkey = await installLatchkey(folder, usersCount, progress);
  const context: Context = {
    driver: stack.use(new Driver()),
    folder,
    latchkey,
    fixture: fixtureOf(latchkey),
    isQuick: options.quick,
    progress,
  };
  const peers = options.names === "checks" ? undefined : await measurePeers(context, options.names);
  const section = peers ?? (await measureChecks(context));
  process.stdout.write(options.markdown ? asMarkdown(machine, [section]) : asText(machine, [section]));
  if (options.json !== undefined) writeFigures(options.json, machine, options.quick, [section]);
  if (peers === undefined || options.chart === undefined) return;
  writeFileSync(options.chart, chartOf(peers, machine));
  if (options.markdown) process.stdout.write(`\n![${chartAlternative}](${basename(options.chart)})\n`);
}

await runAsProgram(run);
