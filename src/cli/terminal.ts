import { styleText } from "node:util";
import { escapeInvisible } from "../ops/escape.ts";

/** The output of a command. All text passes through here, so that no stored name can steer the terminal. */
export interface Terminal {
  /** True if stdout is a terminal. */
  readonly isInteractive: boolean;
  /** True if stdout is a terminal and may be coloured. */
  readonly hasColour: boolean;
  /** One line of data, to stdout. */
  print(line: string): void;
  /** One object on one line, to stdout. */
  printJson(value: unknown): void;
  /** One line of messages, to stderr. */
  note(line: string): void;
  /** One line to stderr for people; nothing where stderr is no terminal. */
  aside(line: string): void;
  /** One line to stderr, in red where colour is welcome. */
  complain(line: string): void;
  /** Makes a text bold where colour is welcome. Not for input. */
  printStrong(line: string): void;
}

/** Opens the process's own streams; NO_COLOR and anything but a terminal mean plain text. */
export function openTerminal(env: Readonly<Record<string, string | undefined>>): Terminal {
  // The reader of stdout may stop reading, as `head` does, which is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const isInteractive = process.stdout.isTTY === true;
  const isColourWelcome = (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const hasColour = isInteractive && isColourWelcome;
  const isHeard = process.stderr.isTTY === true;
  const note = (line: string, colour?: "dim" | "red") => {
    const safe = line.split("\n").map(escapeInvisible).join("\n");
    const isColoured = colour !== undefined && isHeard && isColourWelcome;
    process.stderr.write(`${isColoured ? styleText(colour, safe, { validateStream: false }) : safe}\n`);
  };
  const print = (line: string) => process.stdout.write(`${escapeInvisible(line)}\n`);
  return {
    isInteractive,
    hasColour,
    print,
    printJson: (value) => print(JSON.stringify(value)),
    note: (line) => note(line),
    aside: (line) => {
      if (isHeard) note(line, "dim");
    },
    complain: (line) => note(line, "red"),
    printStrong: (line) => {
      const safe = escapeInvisible(line);
      process.stdout.write(`${hasColour ? styleText("bold", safe, { validateStream: false }) : safe}\n`);
    },
  };
}
