import { parseArgs } from "node:util";
import { Driver } from "./drive.ts";
import { fixtureOf } from "./fixture.ts";
import { progress, runAsProgram, runFolder, writeFigures } from "./frame.ts";
import type { HttpResponse } from "./http-response.ts";
import { installLatchkey } from "./latchkey.ts";
import { describeMachine, type Machine } from "./machine.ts";
import { chosenNames, commonOptions } from "./options.ts";
import { asMarkdown, asText, type Section } from "./report.ts";
import { measureApi } from "./sections/api.ts";
import { type Context, usersCount } from "./sections/context.ts";
import { measureFlow } from "./sections/flow.ts";
import { measureFullQueue } from "./sections/full-queue.ts";
import { measureLookUp } from "./sections/look-up.ts";
import { measurePage } from "./sections/page.ts";
import { measurePasskey } from "./sections/passkey.ts";
import { measureSignIn } from "./sections/sign-in.ts";
import { measureSigning } from "./sections/signing.ts";
import { measureStartUp } from "./sections/start-up.ts";

const usage = `npm run bench -- [--quick] [--only SECTION,…] [--floors] [--markdown] [--json FILE] [--folder DIR]

  --quick      fewer and shorter turns: about a minute, good for a first look only
  --only       some of start-up, flow, api, look-up, signing, full-queue, sign-in, passkey, page
  --floors     without Latchkey: the bare servers alone
  --markdown   print Markdown
  --json FILE  also write every figure to FILE
  --folder DIR where databases lie while it runs (default: the system's folder for temporary files)
`;

/**
 * In the order in which they run: `sign-in` comes after everything that needs the sessions of the installation, because
 * people who sign in hundreds of times lose their oldest ones.
 */
const sections: Readonly<Record<string, (context: Context) => Promise<Section>>> = {
  "start-up": measureStartUp,
  flow: measureFlow,
  api: measureApi,
  "look-up": measureLookUp,
  signing: measureSigning,
  "full-queue": measureFullQueue,
  "sign-in": measureSignIn,
  passkey: measurePasskey,
  page: measurePage,
};

function readOptions() {
  const { values } = parseArgs({
    options: { ...commonOptions, floors: { type: "boolean", default: false } },
  });
  return { ...values, names: chosenNames(Object.keys(sections), values.only, "section") };
}

const standInPage: HttpResponse = {
  status: 200,
  head: "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store",
  body: Buffer.from(`<!doctype html><title>Sign in</title>${"<p>A page.</p>".repeat(700)}`),
  bytes: 0,
};

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  await using stack = new AsyncDisposableStack();
  const folder = runFolder(options.folder);
  const machine: Machine = describeMachine(folder);
  const latchkey = options.floors ? undefined : await installLatchkey(folder, usersCount, progress);
  const context: Context = {
    driver: stack.use(new Driver()),
    folder,
    latchkey,
    fixture: fixtureOf(latchkey),
    page: latchkey?.page ?? standInPage,
    isQuick: options.quick,
    progress,
  };
  const done: Section[] = [];
  for (const name of options.names) {
    progress(`== ${name}`);
    const section = await sections[name]?.(context);
    if (section !== undefined) done.push(section);
  }
  process.stdout.write(options.markdown ? asMarkdown(machine, done) : asText(machine, done));
  if (options.json !== undefined) writeFigures(options.json, machine, options.quick, done);
}

await runAsProgram(run);
