/** The only entry: the words behind `latchkey` go to the command line, its answer becomes the exit code. */
import { runCommandLine } from "./cli/program.ts";

process.exitCode = await runCommandLine(process.argv.slice(2));
