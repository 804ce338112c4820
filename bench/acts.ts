import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { ConsoleStage, formIn } from "../test/http/support/console-stage.ts";
import { accountNamed } from "../test/storage-contract/samples.ts";
import { FormClient, type HttpAnswer } from "../test/support/form-client.ts";
import { runAsProgram } from "./frame.ts";
import { describeMachine } from "./machine.ts";
import { startServer } from "./postgres-server.ts";

const usage = `node bench/acts.ts [--people N] [--only ENGINE] [--folder DIR]

How long an act of the console on N people takes (default 100000), and its undoing, in a SQLite file and on a PostgreSQL that it starts, with the
settings that initdb gives; with --only in one of them: sqlite or postgres. Each request is what a browser sends: a form, and the page behind it.
`;

/** The number of accounts that are made at once. */
const madeAtOnce = 500;

/** What the requests of one kind took, in milliseconds. */
class Times {
  readonly #each: number[] = [];

  async of<Value>(work: Promise<Value>): Promise<Value> {
    const begun = performance.now();
    const value = await work;
    this.#each.push(performance.now() - begun);
    return value;
  }

  toString(): string {
    const sorted = this.#each.toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
    const whole = (sorted.reduce((sum, each) => sum + each, 0) / 1_000).toFixed(1);
    return `${sorted.length} requests, ${whole} s; half within ${at(0.5)} ms, 99 % within ${at(0.99)}, the slowest ${at(1)}`;
  }
}

async function measure(
  engine: string,
  environment: Readonly<Record<string, string>>,
  people: number,
): Promise<void> {
  await using stage = await ConsoleStage.set(environment);
  const { accounts } = stage.service.ports;
  for (let from = 0; from < people; from += madeAtOnce) {
    const names = Array.from(
      { length: Math.min(madeAtOnce, people - from) },
      (_, index) => `p${from + index}`,
    );
    const made = await Promise.all(names.map((name) => accounts.create(accountNamed(name))));
    if (!made.every(({ ok }) => ok)) throw new Error("An account could not be made.");
  }
  const browser = new FormClient(stage.service.url);
  await stage.enter("/admin", browser);
  const show = (what: string, times: Times) =>
    process.stdout.write(`${`${engine}: ${what}`.padEnd(32)}${times}\n`);

  const looking = new Times();
  let page = await looking.of(stage.open("/admin/people/bulk/disable?q=p", browser));
  page = await looking.of(stage.send(page, "/disable?q=p", {}, browser));
  while (!page.body.includes('id="do"')) page = await looking.of(goOn(stage, page, browser));
  expectIn(page, `Disable ${people.toLocaleString("en")} people?`);
  show("looking for people", looking);
  const acting = new Times();
  page = await acting.of(goOn(stage, page, browser));
  while (page.body.includes('id="go-on"')) page = await acting.of(goOn(stage, page, browser));
  expectIn(page, `Done for ${people.toLocaleString("en")} people`);
  show("disabling them", acting);
  const undoing = new Times();
  page = await undoing.of(stage.send(page, "/people/bulk/enable", {}, browser));
  while (page.body.includes('id="go-on"')) page = await undoing.of(goOn(stage, page, browser));
  expectIn(page, `Done for ${people.toLocaleString("en")} people`);
  show("undoing it", undoing);
  browser.close();
}

/** Sends the form of a run's page. */
function goOn(stage: ConsoleStage, page: HttpAnswer, browser: FormClient): Promise<HttpAnswer> {
  const [target = ""] = /\/admin\/people\/bulk\/[a-z-]+\?run=[A-Za-z0-9]{22}/.exec(page.body) ?? [];
  return stage.send(page, formIn(page, target).action, {}, browser);
}

function expectIn({ body }: HttpAnswer, words: string): void {
  if (!body.includes(words)) throw new Error(`The page does not say "${words}".`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      people: { type: "string", default: "100000" },
      only: { type: "string" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(usage);
  const people = Number(values.people);
  if (!Number.isSafeInteger(people) || people < 1_100)
    throw new Error(`--people is ${values.people}; give a whole number of at least 1100.`);
  if (values.only !== undefined && !["sqlite", "postgres"].includes(values.only))
    throw new Error(`--only is ${values.only}; give sqlite or postgres.`);
  const { cpu, cores, filesystem, node, loadBefore } = describeMachine(values.folder);
  process.stdout.write(`${cpu}, ${cores} cores, load ${loadBefore}, ${filesystem}, Node ${node}\n`);
  if (values.only !== "postgres") await measure("SQLite", {}, people);
  if (values.only === "sqlite") return;
  await using server = await startServer(values.folder);
  await measure(
    "PostgreSQL",
    { LATCHKEY_DATABASE_URL: server.url, LATCHKEY_SECRET: randomBytes(32).toString("base64") },
    people,
  );
}

await runAsProgram(main);
