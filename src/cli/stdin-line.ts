const charactersMax = 8192;

/** Reads the first line of stdin without its line end; empty where there is none. For secrets, since others can see arguments. */
export async function readStdinLine(): Promise<string> {
  let text = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.includes("\n") || text.length > charactersMax) break;
  }
  const [line = ""] = text.split("\n", 1);
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
