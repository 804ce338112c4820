import { basename, join, relative } from "node:path";
import { Command, CommanderError } from "commander";
import { describeFailure } from "../ops/log.ts";
import { shellWord } from "../values/words.ts";
import { action, addSharedOptions, type Invocation, settingsHelpText, spelledOut } from "./invocation.ts";
import { done, type ExitCode, exitCodes, type Problem } from "./outcome.ts";
import { openTerminal } from "./terminal.ts";
import { addHelpCommand, asksForJson, pointToHelp, refuseWord, speakOurWay } from "./usage.ts";
import { addVersionCommand, showVersion } from "./version.ts";

type AddCommand = (program: Command, invocation: Invocation) => void;

interface CommandGroup {
  readonly title: string;
  readonly commands: Readonly<Record<string, RootCommand>>;
}

/** A command below `latchkey`. Its file is loaded when it is called, so what the list says of it stands here. */
interface RootCommand {
  readonly says: string;
  readonly load: () => Promise<AddCommand>;
}

/**
 * Every command, in the order of the help. Only the files of commands that are named are loaded, so a service that starts loads no other
 * command, and the list of commands loads none.
 */
const commandGroups: readonly CommandGroup[] = [
  {
    title: "Running it:",
    commands: {
      demo: {
        says: "run the service together with a demo application to try it with",
        load: async () => (await import("./demo.ts")).addDemoCommand,
      },
      serve: {
        says: "run the service; the log goes to stdout",
        load: async () => (await import("./serve.ts")).addServeCommand,
      },
      init: {
        says: "make the data folder, the database and the master key, and start nothing",
        load: async () => (await import("./init.ts")).addInitCommand,
      },
      doctor: {
        says: "check settings, folder, database, keys, port, clock and speed, with the repair for each problem",
        load: async () => (await import("./doctor.ts")).addDoctorCommand,
      },
      healthcheck: {
        says: "ask the running service whether it is ready; exit code 0 or 69",
        load: async () => (await import("./healthcheck.ts")).addHealthcheckCommand,
      },
    },
  },
  {
    title: "Who may sign in, and where:",
    commands: {
      client: {
        says: "applications that people sign in to",
        load: async () => (await import("./client.ts")).addClientCommands,
      },
      api: {
        says: "APIs that applications get access tokens for",
        load: async () => (await import("./api.ts")).addApiCommands,
      },
      user: { says: "people who can sign in", load: async () => (await import("./user.ts")).addUserCommands },
      people: {
        says: "one act on many people",
        load: async () => (await import("./people.ts")).addPeopleCommands,
      },
      invite: {
        says: "invite people to create their own accounts",
        load: async () => (await import("./invite.ts")).addInviteCommands,
      },
      group: {
        says: "groups of people, for applications to be open to",
        load: async () => (await import("./group.ts")).addGroupCommands,
      },
      upstream: {
        says: "other providers that people may sign in with",
        load: async () => (await import("./upstream.ts")).addUpstreamCommands,
      },
      session: {
        says: "browsers that are signed in",
        load: async () => (await import("./session.ts")).addSessionCommands,
      },
      token: {
        says: "access tokens and refresh tokens",
        load: async () => (await import("./token.ts")).addTokenCommands,
      },
    },
  },
  {
    title: "Keeping it:",
    commands: {
      db: {
        says: "the database: state, schema, backups",
        load: async () => (await import("./db.ts")).addDatabaseCommands,
      },
      upgrade: {
        says: "try this release on a copy of the database, before it serves",
        load: async () => (await import("./upgrade.ts")).addUpgradeCommand,
      },
      import: {
        says: "import people and applications from another product or installation",
        load: async () => (await import("./import.ts")).addImportCommands,
      },
      export: {
        says: "write people or applications as JSON lines for import, or the declared state for apply",
        load: async () => (await import("./export.ts")).addExportCommands,
      },
      shadow: {
        says: "what applications would see differently after a move from another provider, before the move",
        load: async () => (await import("./shadow.ts")).addShadowCommand,
      },
      why: {
        says: "why somebody or something was refused, rule by rule, with the command that changes it",
        load: async () => (await import("./why.ts")).addWhyCommand,
      },
      audit: {
        says: "who did what to whom, and proof that nobody changed it since",
        load: async () => (await import("./audit.ts")).addAuditCommands,
      },
      webhook: {
        says: "addresses that receive the audit trail",
        load: async () => (await import("./webhook.ts")).addWebhookCommands,
      },
      mail: {
        says: "messages to people: what waits, what was sent, what failed",
        load: async () => (await import("./mail.ts")).addMailCommands,
      },
      key: {
        says: "keys that seal codes, vouch for forms and sign tokens",
        load: async () => (await import("./key.ts")).addKeyCommands,
      },
      apply: {
        says: "bring clients, APIs, groups, providers, webhooks and people to what files declare",
        load: async () => (await import("./apply.ts")).addApplyCommand,
      },
      config: {
        says: "settings: what they are and where they come from",
        load: async () => (await import("./config.ts")).addConfigCommands,
      },
    },
  },
  {
    title: "About:",
    commands: {
      help: { says: "what a command takes; the same as --help behind it", load: async () => addHelpCommand },
      version: {
        says: "the version of Latchkey and of what it runs on",
        load: async () => addVersionCommand,
      },
      completion: {
        says: 'print a completion script: eval "$(latchkey completion bash)"',
        load: async () => (await import("./completion.ts")).addCompletionCommand,
      },
    },
  },
];

/** Commands about all commands. All files are loaded for them. */
const aboutAll: ReadonlySet<string> = new Set(["help", "completion"]);

/** Runs one command line, without the words `node latchkey.js`; returns the exit code. Never rejects. */
export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  const { LATCHKEY_COMMAND: wrapper, ...env } = process.env;
  const invocation: Invocation = {
    terminal: openTerminal(env),
    env,
    cwd: process.cwd(),
    runLatchkey: howLatchkeyIsCalled(argv, wrapper),
    words: argv,
    outcome: done,
  };
  const isJson = asksForJson(argv);
  try {
    const program = await createProgram(invocation, argv);
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    const { outcome } = invocation;
    if (!(error instanceof CommanderError)) await tellFailure(invocation, error, isJson);
    else if (isJson && !outcome.ok) await tellProblem(invocation, outcome.reason, isJson);
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    return exitCodes.failed;
  }
  const { outcome } = invocation;
  if (outcome.ok) return exitCodes.ok;
  await tellProblem(invocation, outcome.reason, isJson);
  return outcome.reason.exitCode;
}

/** Builds the program with the commands that the words name; a command about all has all. The others are only listed. */
export async function createProgram(invocation: Invocation, argv: readonly string[]): Promise<Command> {
  const isCalled = (name: string) => argv.includes(name) || aboutAll.has(argv[0] ?? "");
  const program = new Command("latchkey")
    .description(
      "A sign-in service that you run yourself. Without a command: the state of this installation.",
    )
    .exitOverride()
    .showSuggestionAfterError()
    .helpCommand(false)
    .helpOption("-h, --help", "show this")
    .usage("[command] [options]")
    .argument("[command]")
    .option("-V, --version", "show the version")
    .addHelpText("afterAll", ({ command }) => helpEnding(invocation, command));
  speakOurWay(program, invocation, asksForJson(argv));
  for (const { title, commands } of commandGroups) {
    program.commandsGroup(title);
    for (const [name, { says, load }] of Object.entries(commands)) {
      if (isCalled(name)) (await load())(program, invocation);
      const command = program.commands.find((each) => each.name() === name) ?? program.command(name);
      command.description(says);
    }
  }
  // Set after the commands were added, because they would inherit it: what a command takes is not known before its file is loaded.
  program.configureHelp({ subcommandTerm: (command) => command.name() });
  addSharedOptions(program, flagsOfCommand(program, argv));
  // Set after the commands were added, because they would inherit it: an unknown command may have any arguments.
  program.allowExcessArguments().action(
    action(invocation, async (word: string | undefined, options: RootOptions, command: Command) => {
      if (word !== undefined) return refuseWord(invocation, program, word);
      if (options.version) return showVersion(invocation, command);
      const { showStatus } = await import("./status.ts");
      return showStatus(invocation, command);
    }),
  );
  pointToHelp(program, invocation.runLatchkey);
  return program;
}

/** The flags of the command that the words name: they win over settings with the same flag, such as `client update --require`. */
function flagsOfCommand(program: Command, argv: readonly string[]): ReadonlySet<string> {
  let command = program;
  for (const word of argv) command = command.commands.find((inner) => inner.name() === word) ?? command;
  return new Set(command === program ? [] : command.options.flatMap(({ long }) => long ?? []));
}

interface RootOptions {
  readonly version?: true;
}

function helpEnding({ runLatchkey }: Invocation, command: Command): string {
  const isAboutRunning = ["latchkey", "serve", "demo"].includes(command.name());
  return isAboutRunning
    ? settingsHelpText()
    : `\n--json and the settings in \`${runLatchkey} --help\` work here too.`;
}

/**
 * In a checkout `latchkey` is not on the PATH, and a printed command must work on the same data when it is pasted. A wrapper around this
 * program names itself in LATCHKEY_COMMAND; a `--config` that comes first is then the wrapper's own.
 */
function howLatchkeyIsCalled(argv: readonly string[], wrapper: string | undefined): string {
  const places = placeOptions(argv);
  if (wrapper) return [wrapper, ...places.slice(argv[0]?.startsWith("--config") ? 1 : 0)].join(" ");
  const entry = process.argv[1] ?? "";
  const path = relative(process.cwd(), entry);
  const isScript = basename(entry) === "latchkey.js";
  // `npm start` runs in the checkout, where npx finds the program by the name that every document calls it by.
  const isByNpm = entry.includes(join("node_modules", ".bin")) || process.env.npm_lifecycle_event === "start";
  const script = `node ${shellWord(path.startsWith("..") ? entry : path)}`;
  const program = isByNpm ? "npx latchkey" : isScript ? script : "latchkey";
  return [program, ...places].join(" ");
}

function placeOptions(argv: readonly string[]): string[] {
  return argv.flatMap((word, index) => {
    if (/^--(data|data-dir|database-url|config)=/.test(word)) return [shellWord(word)];
    const value = argv[index + 1];
    const isPlace = /^--(data|data-dir|database-url|config)$/.test(word);
    return isPlace && value !== undefined ? [`${word} ${shellWord(value)}`] : [];
  });
}

/** Tells a problem on stderr, for people or, with `--json`, as one object on a line of its own. */
async function tellProblem(invocation: Invocation, problem: Problem, isJson: boolean): Promise<void> {
  const { cause, hint } = problem;
  if (isJson) {
    const { problemRecord } = await import("./problem-record.ts");
    const spelled = { ...problem, cause: spelledOut(invocation, cause) };
    invocation.terminal.note(JSON.stringify(problemRecord(spelled, invocation.runLatchkey)));
    return;
  }
  invocation.terminal.complain(`latchkey: ${spelledOut(invocation, cause)}`);
  if (hint !== undefined) invocation.terminal.note(`  ${hint}`);
}

// The message of an unknown error may quote input, so only its place is printed.
async function tellFailure(invocation: Invocation, error: unknown, isJson: boolean): Promise<void> {
  const { terminal } = invocation;
  const { name, errorCode, stack } = describeFailure(error);
  const what = `unexpected failure: ${name}${errorCode === undefined ? "" : ` (${errorCode})`}`;
  if (isJson) {
    const hint = `This is a bug; please report it with these places: ${stack.slice(0, 8).join(", ")}`;
    await tellProblem(invocation, { exitCode: exitCodes.failed, cause: what, hint }, isJson);
    return;
  }
  terminal.note(`latchkey: ${what}`);
  for (const frame of stack.slice(0, 8)) terminal.note(`  ${frame}`);
  terminal.note("This is a bug; please report it with the lines above.");
}
