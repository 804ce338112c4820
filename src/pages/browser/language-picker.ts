// The few parts of the browser's DOM that this file touches. Declared here, so that the server's code does not see a DOM.
interface Part {
  hidden: boolean;
  readonly form: Form | null;
  addEventListener(type: string, listener: () => void): void;
}
interface Form {
  querySelector(selector: string): Part | null;
  requestSubmit(): void;
}
declare const document: { getElementById(id: string): Part | null };

/**
 * Runs in the browser: a language that is picked with a pointer is shown at once. With the keyboard the button does that, because the
 * arrow keys pick every choice that they pass (WCAG 3.2.2).
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhanceLanguagePicker(): void {
  const choice = document.getElementById("language");
  const button = choice?.form?.querySelector("button");
  if (choice === null || button === null || button === undefined) return;
  button.hidden = true;
  choice.addEventListener("keydown", () => {
    button.hidden = false;
  });
  choice.addEventListener("change", () => {
    if (button.hidden) choice.form?.requestSubmit();
  });
}
