// The few parts of the browser's DOM that this file touches. Declared here, so that the server's code does not see a DOM.
interface Part {
  hidden: boolean;
  textContent: string;
  type: string;
  value: string | number;
  readonly max: number;
  readonly dataset: Readonly<Record<string, string>>;
  readonly form: Part | null;
  setAttribute(name: string, value: string): void;
  addEventListener(type: string, listener: () => void): void;
}
declare const document: { getElementById(id: string): Part | null };
declare function setTimeout(act: () => void, milliseconds: number): number;
declare function clearTimeout(timer: number): void;

/**
 * Runs in the browser: the show-password button, and the line below the field. It knows what a browser can know: the length, the person's
 * names, repetitions and runs. The page works without a script.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhanceNewPassword(): void {
  const field = document.getElementById("new_password");
  const toggle = document.getElementById("show-password");
  const bar = document.getElementById("password-length");
  const line = document.getElementById("password-progress");
  const told = document.getElementById("password-told");
  if (!field || !toggle || !bar || !line || !told) return;

  const show = (isShown: boolean) => {
    field.type = isShown ? "text" : "password";
    toggle.setAttribute("aria-pressed", String(isShown));
  };
  toggle.hidden = false;
  toggle.addEventListener("click", () => show(field.type === "password"));
  field.form?.addEventListener("submit", () => show(false));

  const {
    names = "",
    progress = "",
    enough = "",
    repeated = "",
    ownWords = "",
    predictable = "",
  } = line.dataset;
  const wholes = names.toLowerCase().split("\n");
  const parts = wholes
    .flatMap((whole) => whole.split(/[^\p{L}\p{M}\p{N}]+/u))
    .filter((part) => part.length > 3 || (part.length > 2 && wholes.includes(part)));
  const isOneUnit = (typed: readonly string[]) => {
    for (let unit = 1; unit <= typed.length / 2; unit += 1)
      if (typed.every((character, at) => at < unit || character === typed[at - unit])) return true;
    return false;
  };
  // A run of neighbours, such as abcd or 9876, counts as one character.
  const lengthWithoutRuns = (typed: readonly string[]) => {
    const steps = typed.map((character, at) =>
      at === 0 ? 9 : (character.codePointAt(0) ?? 0) - (typed[at - 1]?.codePointAt(0) ?? 0),
    );
    return steps.filter((step, at) => Math.abs(step) > 1 || step !== steps[at - 1]).length;
  };
  const sentenceOf = (text: string) => {
    const typed = [...text];
    if (typed.length > 7) {
      if (isOneUnit(typed)) return repeated;
      const rest = parts.reduce((left, part) => left.replaceAll(part, ""), text);
      const [others, whole] = [rest, text].map((left) => left.replace(/[\s\d._@-]/g, "").length);
      if (others !== whole && (others ?? 0) < 6) return ownWords;
      if (lengthWithoutRuns(typed) < 6) return predictable;
    }
    return typed.length < bar.max ? progress.replace("{}", String(typed.length)) : enough;
  };
  let timer = 0;
  field.addEventListener("input", () => {
    const text = String(field.value).normalize("NFC").toLowerCase();
    const sentence = text === "" ? "" : sentenceOf(text);
    // A full bar would contradict a sentence that objects.
    bar.hidden = ["", repeated, ownWords, predictable].includes(sentence);
    bar.value = Math.min([...text].length, bar.max);
    line.textContent = sentence;
    // Screen readers hear it after a pause and not after every key.
    clearTimeout(timer);
    timer = setTimeout(() => {
      told.textContent = sentence;
    }, 900);
  });
}
