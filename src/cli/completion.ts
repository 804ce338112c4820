import { Argument, type Command } from "commander";
import { action, type Invocation } from "./invocation.ts";
import { done } from "./outcome.ts";

type Shell = "bash" | "zsh" | "fish";

/** One place in the command line, and the words that fit there. */
interface Place {
  /** The words before this place: none, `client`, or `client create`. */
  readonly path: readonly string[];
  readonly words: readonly { readonly word: string; readonly description: string }[];
}

/** `latchkey completion SHELL`: prints a script that completes commands and options, derived from the commands themselves. */
export function addCompletionCommand(program: Command, invocation: Invocation): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish"]))
    .action(
      action(invocation, async (shell: Shell) => {
        // The script contains no foreign text, so it is printed as it is, with its line ends.
        process.stdout.write(scriptFor(shell, placesOf(program)));
        return done;
      }),
    );
}

function placesOf(command: Command, path: readonly string[] = []): Place[] {
  const subcommands = command.commands.map((child) => ({
    word: child.name(),
    description: child.description(),
  }));
  const options = command.options.flatMap((option) =>
    option.long === undefined ? [] : [{ word: option.long, description: option.description }],
  );
  return [
    { path, words: [...subcommands, ...options] },
    ...command.commands.flatMap((child) => placesOf(child, [...path, child.name()])),
  ];
}

function scriptFor(shell: Shell, places: readonly Place[]): string {
  if (shell === "fish") return fishScript(places);
  const cases = places
    .map(
      ({ path, words }) => `    '${path.join(" ")}') words='${words.map(({ word }) => word).join(" ")}' ;;`,
    )
    .join("\n");
  return shell === "bash" ? bashScript(cases) : zshScript(cases);
}

// The longest known path wins: three words, then two, one, none.
function bashScript(cases: string): string {
  return `_latchkey_words() {
  local words=''
  case "$1" in
${cases}
  esac
  printf '%s' "$words"
}
_latchkey() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -ge 4 ]; then words="$(_latchkey_words "\${COMP_WORDS[1]} \${COMP_WORDS[2]} \${COMP_WORDS[3]}")"; fi
  if [ -z "$words" ] && [ "$COMP_CWORD" -ge 3 ]; then words="$(_latchkey_words "\${COMP_WORDS[1]} \${COMP_WORDS[2]}")"; fi
  if [ -z "$words" ] && [ "$COMP_CWORD" -ge 2 ]; then words="$(_latchkey_words "\${COMP_WORDS[1]}")"; fi
  if [ -z "$words" ]; then words="$(_latchkey_words '')"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _latchkey latchkey
`;
}

function zshScript(cases: string): string {
  return `#compdef latchkey
_latchkey_words() {
  local words=''
  case "$1" in
${cases}
  esac
  printf '%s' "$words"
}
_latchkey() {
  local found=''
  if (( CURRENT >= 5 )); then found="$(_latchkey_words "\${words[2]} \${words[3]} \${words[4]}")"; fi
  if [[ -z "$found" ]] && (( CURRENT >= 4 )); then found="$(_latchkey_words "\${words[2]} \${words[3]}")"; fi
  if [[ -z "$found" ]] && (( CURRENT >= 3 )); then found="$(_latchkey_words "\${words[2]}")"; fi
  if [[ -z "$found" ]]; then found="$(_latchkey_words '')"; fi
  compadd -- \${=found}
}
compdef _latchkey latchkey
`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const [first, second] = path;
      const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`).join("; and ");
      const condition =
        first === undefined
          ? "__fish_use_subcommand"
          : second === undefined
            ? `${seen}; and test (count (commandline -opc)) -eq 2`
            : seen;
      const what = word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      const where = first === undefined && word.startsWith("--") ? "" : ` -n '${condition}'`;
      return `complete -c latchkey${where} ${what} -d '${description.replaceAll("'", "\\'")}'`;
    }),
  );
  return `${lines.join("\n")}\n`;
}
