import { basename, join, relative } from "node:path";
import { Command, CommanderError } from "commander";
import { describeFailure } from "../ops/log.ts";
import { addClientCommands } from "./client.ts";
import { addCompletionCommand } from "./completion.ts";
import { addConfigCommands } from "./config.ts";
import { addDatabaseCommands } from "./db.ts";
import { addDemoCommand } from "./demo.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addHealthcheckCommand } from "./healthcheck.ts";
import { action, addSharedOptions, type Invocation, settingsHelpText, spelledOut } from "./invocation.ts";
import { addKeyCommands } from "./key.ts";
import { shellWord } from "./layout.ts";
import { done, type ExitCode, exitCodes, type Problem } from "./outcome.ts";
import { addServeCommand } from "./serve.ts";
import { addSessionCommands } from "./session.ts";
import { showStatus } from "./status.ts";
import { openTerminal } from "./terminal.ts";
import { addTokenCommands } from "./token.ts";
import { addHelpCommand, pointToHelp, refuseWord, speakOurWay } from "./usage.ts";
import { addUserCommands } from "./user.ts";
import { addVersionCommand, showVersion } from "./version.ts";

/** Runs one command line, without the words `node latchkey.js`; answers the exit code. Never rejects. */
export async function runCommandLine(argv: readonly string[]): Promise<ExitCode> {
  const invocation: Invocation = {
    terminal: openTerminal(process.env),
    env: process.env,
    cwd: process.cwd(),
    runLatchkey: howLatchkeyIsCalled(argv),
    outcome: done,
  };
  try {
    await buildProgram(invocation).parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    tellFailure(invocation, error);
    return exitCodes.failed;
  }
  const { outcome } = invocation;
  if (outcome.ok) return exitCodes.ok;
  tellProblem(invocation, outcome.reason);
  return outcome.reason.exitCode;
}

function buildProgram(invocation: Invocation): Command {
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
  speakOurWay(program, invocation);
  addSharedOptions(program);
  program.commandsGroup("Running it:");
  addDemoCommand(program, invocation);
  addServeCommand(program, invocation);
  addDoctorCommand(program, invocation);
  addHealthcheckCommand(program, invocation);
  program.commandsGroup("Who may sign in, and where:");
  addClientCommands(program, invocation);
  addUserCommands(program, invocation);
  addSessionCommands(program, invocation);
  addTokenCommands(program, invocation);
  program.commandsGroup("Keeping it:");
  addDatabaseCommands(program, invocation);
  addKeyCommands(program, invocation);
  addConfigCommands(program, invocation);
  program.commandsGroup("About:");
  addHelpCommand(program, invocation);
  addVersionCommand(program, invocation);
  addCompletionCommand(program, invocation);
  // Only here, once the commands are there, which would inherit it: a command that does not exist may have any arguments.
  program.allowExcessArguments().action(
    action(invocation, async (word: string | undefined, options: RootOptions, command: Command) => {
      if (word !== undefined) return refuseWord(invocation, program, word);
      return options.version ? showVersion(invocation, command) : showStatus(invocation, command);
    }),
  );
  pointToHelp(program, invocation.runLatchkey);
  return program;
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

// In a checkout `latchkey` is on nobody's path, and a command that is printed must work on the same data when it is copied.
function howLatchkeyIsCalled(argv: readonly string[]): string {
  const entry = process.argv[1] ?? "";
  const path = relative(process.cwd(), entry);
  const isScript = basename(entry) === "latchkey.js";
  // `npm start` runs in the checkout, where npx finds the program by the name that every document calls it by.
  const isByNpm = entry.includes(join("node_modules", ".bin")) || process.env.npm_lifecycle_event === "start";
  const script = `node ${shellWord(path.startsWith("..") ? entry : path)}`;
  const program = isByNpm ? "npx latchkey" : isScript ? script : "latchkey";
  return [program, ...placeOptions(argv)].join(" ");
}

function placeOptions(argv: readonly string[]): string[] {
  return argv.flatMap((word, index) => {
    if (/^--(data-dir|database-url)=/.test(word)) return [shellWord(word)];
    return word === "--data-dir" || word === "--database-url" ? [word, shellWord(argv[index + 1] ?? "")] : [];
  });
}

function tellProblem(invocation: Invocation, { cause, hint }: Problem): void {
  invocation.terminal.note(`latchkey: ${spelledOut(invocation, cause)}`);
  if (hint !== undefined) invocation.terminal.note(`  ${hint}`);
}

// An unknown error's message may quote what somebody typed, so only its place is told.
function tellFailure({ terminal }: Invocation, error: unknown): void {
  const { name, errorCode, stack } = describeFailure(error);
  terminal.note(`latchkey: unexpected failure: ${name}${errorCode === undefined ? "" : ` (${errorCode})`}`);
  for (const frame of stack.slice(0, 8)) terminal.note(`  ${frame}`);
  terminal.note("This is a bug; please report it with the lines above.");
}
