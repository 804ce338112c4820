// The few parts of the browser's DOM that this file touches. Declared here, so that the server's code does not see a DOM.
interface Part {
  readonly id: string;
  hidden: boolean;
  value: string;
  readonly defaultValue: string;
  readonly form: Form | null;
  focus(): void;
  addEventListener(type: string, listener: () => void): void;
}
interface Form {
  querySelector(selector: string): Part | null;
  requestSubmit(): void;
  addEventListener(type: string, listener: () => void): void;
}
declare const document: {
  getElementById(id: string): Part | null;
  querySelector(selector: string): Part | null;
};
declare const performance: { readonly timeOrigin: number; now(): number };
declare const sessionStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * Runs in the browser: a language that is picked with a pointer is shown at once. With the keyboard the button does that, because the
 * arrow keys pick every choice that they pass (WCAG 3.2.2). What was typed into the page's field for a name, an address or a device's
 * code comes along, because the form of the picker does not carry it.
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
  const field = document.querySelector("#username,#email,#user_code");
  const place = "latchkey-typed";
  const { timeOrigin } = performance;
  try {
    const [keptAt, id, typed] = JSON.parse(sessionStorage.getItem(place) ?? "[]");
    sessionStorage.removeItem(place);
    // An older text was left behind by a choice of language that was broken off, perhaps by another person.
    if (field !== null && field.id === id && timeOrigin - keptAt < 60_000) {
      field.value = typed;
      (document.getElementById("password") ?? field).focus();
    }
    choice.form?.addEventListener("submit", () => {
      if (field !== null && field.value !== field.defaultValue)
        sessionStorage.setItem(
          place,
          JSON.stringify([timeOrigin + performance.now(), field.id, field.value]),
        );
    });
  } catch {
    // If the browser stores nothing, the person types it again.
  }
  choice.addEventListener("change", () => {
    if (button.hidden) choice.form?.requestSubmit();
  });
}
