import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { NotHere } from "../../apps/support/packages.ts";

const run = promisify(execFile);
const PATH = `${process.env.PATH}:/usr/sbin:/sbin`;

interface Where {
  readonly cwd?: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a program that must succeed, and returns what it printed. */
export async function runTool(
  [program, ...words]: readonly [string, ...string[]],
  { cwd, input = "", environment = {} }: Where = {},
): Promise<string> {
  const running = run(program, words, {
    env: { ...process.env, PATH, ...environment },
    ...(cwd !== undefined && { cwd }),
    maxBuffer: 64 * 1024 * 1024,
  });
  // A program that does not read its input may end before all of it is written.
  running.child.stdin?.on("error", () => {}).end(input);
  return (await running).stdout;
}

/** Throws `NotHere` with the command that installs it, unless this program can be run. */
export async function needTool(question: readonly [string, ...string[]], from: string): Promise<void> {
  try {
    await runTool(question);
  } catch (error) {
    throw new NotHere(`${question[0]} is missing: apt-get install ${from}`, { cause: error });
  }
}

/** The version of a package of Debian. */
export async function packagedVersion(name: string): Promise<string> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills it in.
  return runTool(["dpkg-query", "-W", "-f=${source:Upstream-Version}", name]).catch(() => "of no package");
}
