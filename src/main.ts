/** The only entry. The words after `latchkey` go to the command line, and its answer becomes the exit code. */
import { exitCodes } from "./cli/outcome.ts";
import { runCommandLine } from "./cli/program.ts";

const exitCode = await runCommandLine(process.argv.slice(2));
// After a failed fsync nothing may be written any more, not even by the destructors of an orderly end (ADR 0025).
if (exitCode === exitCodes.databaseFailed) process.exit(exitCode);
process.exitCode = exitCode;
