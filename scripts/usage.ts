/**
 * Returns the words behind the name of a script. `--help` prints how it is called and ends the process, and so does, with exit code 2, an
 * option or a word that it does not know: otherwise `--help` would be taken for the name of a folder.
 */
export function wordsOf(usage: string, most = 0): readonly string[] {
  const words = process.argv.slice(2);
  if (words.includes("--help") || words.includes("-h")) {
    console.log(`Usage: ${usage}`);
    process.exit(0);
  }
  const unknown = words.find((word, index) => word.startsWith("-") || index >= most);
  if (unknown === undefined) return words;
  console.error(`${JSON.stringify(unknown)} means nothing here. Usage: ${usage}`);
  process.exit(2);
}
