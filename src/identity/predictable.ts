/** The shortest run along an alphabet or keyboard row that counts as one: shorter ones occur inside ordinary words. */
const sequenceLengthMin = 4;
const runLengthMin = 3;
/** Shorter parts of a context word (`id`, `com`, `www`) occur inside ordinary words. */
const contextPartLengthMin = 4;
const contextWordLengthMin = 3;

/** The words that people choose first when a password must be long, in lower case and without separators. */
const commonWords = [
  ..."password passwort motdepasse contrasena wachtwoord senha parola haslo passphrase pass".split(" "),
  ..."admin administrator login signin root user guest test tester default changeme changeit temp".split(" "),
  ..."secret letmein openup welcome willkommen bienvenue hello hallo master access whatever please".split(
    " ",
  ),
  ..."iloveyou trustno1 computer internet security company server database keyboard superman batman".split(
    " ",
  ),
  ..."dragon monkey princess sunshine shadow football baseball starwars pokemon freedom flower".split(" "),
  ..."spring summer autumn winter sommer january february march april june july august".split(" "),
  ..."september october november december monday tuesday wednesday thursday friday saturday sunday".split(
    " ",
  ),
  "correcthorsebatterystaple",
  "thequickbrownfoxjumpsoverthelazydog",
  "thequickbrownfox",
  "maytheforcebewithyou",
  "thisismypassword",
];

const forwardSequences = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  ...["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"],
  ...["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
  ...["1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujm", "1q2w3e4r5t6y7u8i9o0p"],
];
const sequences = [...forwardSequences, ...forwardSequences.map((row) => [...row].reverse().join(""))];

const year = /(?:19|20)\d\d/y;
const separators = /[\s._-]/gu;
const disguises: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * Counts the code points that a guesser has to find, where every well-known piece (a common word, a context word, a keyboard or digit
 * sequence, a year, a run of one character) counts as one and separators as none. Case and look-alike signs do not help.
 */
export function effectiveLength(password: string, contextWords: readonly string[]): number {
  const plain = squash(password);
  const unmasked = [...plain].map((character) => disguises[character] ?? character).join("");
  const words = [...commonWords, ...contextWords];
  let length = 0;
  for (let at = 0; at < plain.length; length += 1) {
    const wordLength = longestWord(plain, unmasked, at, words);
    const piece = Math.max(
      wordLength,
      sequenceLength(plain, at),
      runLength(plain, at),
      yearLength(plain, at),
    );
    at += piece > 0 ? piece : String.fromCodePoint(plain.codePointAt(at) ?? 0).length;
  }
  return length;
}

/** The words that a guesser takes from `context` (product, host and account names): each whole, and its longer parts. */
export function contextWordsOf(context: readonly string[]): readonly string[] {
  const wholes = context.map(squash).filter((word) => word.length >= contextWordLengthMin);
  const parts = context
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u))
    .filter((part) => part.length >= contextPartLengthMin);
  return [...new Set([...wholes, ...parts])];
}

/** True when the text is one unit, shorter than `unitLengthMin` code points, written twice or more (a cut-off end included). */
export function repeatsOneUnit(text: string, unitLengthMin: number): boolean {
  const characters = [...text];
  const unitLengthMax = Math.min(unitLengthMin - 1, Math.floor(characters.length / 2));
  for (let unit = 1; unit <= unitLengthMax; unit += 1) {
    if (characters.every((character, at) => at < unit || character === characters[at - unit])) return true;
  }
  return false;
}

function squash(text: string): string {
  return text.toLowerCase().replaceAll(separators, "");
}

function longestWord(plain: string, unmasked: string, at: number, words: readonly string[]): number {
  let longest = 0;
  for (const word of words) {
    if (word.length > longest && (plain.startsWith(word, at) || unmasked.startsWith(word, at)))
      longest = word.length;
  }
  return longest;
}

function sequenceLength(text: string, at: number): number {
  const start = text.slice(at, at + sequenceLengthMin);
  if (start.length < sequenceLengthMin) return 0;
  let longest = 0;
  for (const sequence of sequences) {
    const from = sequence.indexOf(start);
    if (from < 0) continue;
    let length = sequenceLengthMin;
    while (from + length < sequence.length && sequence[from + length] === text[at + length]) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

function runLength(text: string, at: number): number {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  let end = at + character.length;
  while (text.startsWith(character, end)) end += character.length;
  return end - at >= runLengthMin * character.length ? end - at : 0;
}

function yearLength(text: string, at: number): number {
  year.lastIndex = at;
  return year.test(text) ? 4 : 0;
}
