/** A regular expression as the source writes it. */
export interface WrittenExpression {
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** What a slash cannot divide: after these words an expression begins. */
const words = "await case delete do else in instanceof new of return throw typeof void yield".split(" ");
const beforeExpression: ReadonlySet<string> = new Set(words);

const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|[ \t\r\n]+|[\s\S]/y;
const expression = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;

/**
 * The regular expressions of a source text. TypeScript's compiler has no interface to ask, so this reads tokens: a slash begins an
 * expression unless the token before it ends a value. Templates are read as the text and code that they are.
 */
export function expressionsIn(text: string): readonly WrittenExpression[] {
  const found: WrittenExpression[] = [];
  /** For each brace that is open, whether it belongs to a template. */
  const braces: boolean[] = [];
  let [at, last] = [0, ""];
  const readTemplate = () => {
    for (; at < text.length; at += 1) {
      if (text[at] === "\\") at += 1;
      else if (text[at] === "`") return endTemplate();
      else if (text.startsWith("${", at)) {
        braces.push(true);
        [at, last] = [at + 2, "{"];
        return;
      }
    }
  };
  const endTemplate = () => {
    [at, last] = [at + 1, "`"];
  };
  while (at < text.length) {
    expression.lastIndex = at;
    const isValue = /^(?:[\w$]+|[)\]}`"'])$/.test(last) && !beforeExpression.has(last);
    const match = isValue || /^\/[/*]/.test(text.slice(at, at + 2)) ? null : expression.exec(text);
    if (match !== null) {
      const [whole, source = "", flags = ""] = match;
      found.push({ line: text.slice(0, at).split("\n").length, source, flags });
      [at, last] = [at + whole.length, "value"];
      continue;
    }
    token.lastIndex = at;
    const [next = ""] = token.exec(text) ?? [];
    at += next.length || 1;
    if (next === "`") readTemplate();
    else if (next === "{") braces.push(false);
    else if (next === "}" && braces.pop() === true) {
      readTemplate();
      continue;
    }
    if (/^(?:\s|\/[/*])/.test(next) || next === "`") continue;
    last = next.startsWith('"') || next.startsWith("'") ? '"' : next;
  }
  return found;
}
