import { parseArgs } from "node:util";
import { Driver } from "./drive.ts";
import { fixtureOf } from "./fixture.ts";
import { progress, runAsProgram, runFolder, writeFigures } from "./frame.ts";
import { installLatchkey } from "./latchkey.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { chosenNames, commonOptions } from "./options.ts";
import { asMarkdown, asText, type Section } from "./report.ts";
import { type RoundName, rounds } from "./rounds.ts";
import { measureApi } from "./sections/api.ts";
import { type Context, usersCount } from "./sections/context.ts";
import { measureEngines } from "./sections/engines.ts";
import { measureFlow } from "./sections/flow.ts";
import { measureFullQueue } from "./sections/full-queue.ts";
import { measureLookUp } from "./sections/look-up.ts";
import { measurePage } from "./sections/page.ts";
import { describeRounds, roundSection } from "./sections/rounds.ts";
import { measureSigning } from "./sections/signing.ts";
import { measureStartUp } from "./sections/start-up.ts";

const roundNames = Object.keys(rounds) as readonly RoundName[];

const usage = `npm run bench -- [--quick] [--only SECTION,…] [--markdown] [--json FILE] [--folder DIR]

  --quick      fewer and shorter turns: about a minute, good for a first look only
  --only       some of start-up, flow, api, look-up, signing, page, engines, ${roundNames.join(", ")}, full-queue
  --markdown   print Markdown
  --json FILE  also write every figure to FILE
  --folder DIR where databases lie while it runs (default: the system's folder for temporary files)
`;

/** The rounds in which everybody signs in. */
const signingIn: readonly RoundName[] = ["sign-in", "passkey", "totp"];

/**
 * In the order in which they run: rounds that sign in come last, because people who sign in hundreds of times lose their oldest
 * sessions, which every section before them needs.
 */
const sections: Readonly<Record<string, (context: Context) => Promise<Section>>> = {
  "start-up": measureStartUp,
  flow: measureFlow,
  api: measureApi,
  "look-up": measureLookUp,
  signing: measureSigning,
  page: measurePage,
  engines: measureEngines,
  ...roundSections((name) => !signingIn.includes(name)),
  "full-queue": measureFullQueue,
  ...roundSections((name) => signingIn.includes(name)),
};

function roundSections(isWanted: (name: RoundName) => boolean) {
  return Object.fromEntries(roundNames.filter(isWanted).map((name) => [name, roundSection(name)]));
}

function readOptions() {
  const { values } = parseArgs({
    options: commonOptions,
  });
  return { ...values, names: chosenNames(Object.keys(sections), values.only, "section") };
}

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  await using stack = new AsyncDisposableStack();
  const folder = runFolder(options.folder);
  const machine: Machine = describeMachine(folder);
  const latchkey = await installLatchkey(folder, usersCount, progress);
  const context: Context = {
    driver: stack.use(new Driver()),
    folder,
    latchkey,
    fixture: fixtureOf(latchkey),
    isQuick: options.quick,
    progress,
  };
  const done: Section[] = [];
  try {
    for (const name of options.names) {
      progress(`== ${name}`);
      const section = await sections[name]?.(context);
      if (section !== undefined) done.push(section);
    }
  } finally {
    // A section that fails takes nothing away from those before it.
    const measured = roundNames.filter((name) => done.some(({ key }) => key === name));
    if (measured.length > 0) done.push(describeRounds(measured));
    process.stdout.write(options.markdown ? asMarkdown(machine, done) : asText(machine, done));
    if (options.json !== undefined) writeFigures(options.json, machine, options.quick, done);
  }
}

await runAsProgram(run);
