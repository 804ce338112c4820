// The few parts of the browser's DOM that this file touches. Declared here, so that the server's code does not see a DOM.
interface Part {
  hidden: boolean;
  textContent: string;
  type: string;
  value: string;
  readonly defaultValue: string;
  readonly dataset: { readonly on?: string };
  readonly form: Part | null;
  focus(): void;
  setAttribute(name: string, value: string): void;
  addEventListener(type: string, listener: (event: KeyState) => void): void;
}
interface KeyState {
  getModifierState?(key: string): boolean;
}
declare const document: { getElementById(id: string): Part | null };
declare const performance: { readonly timeOrigin: number; now(): number };
declare const sessionStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/**
 * Runs in the browser: the show-password button, the Caps Lock hint, and the username, which the form of the language picker does not
 * carry. The page works without a script.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhanceSignIn(): void {
  const password = document.getElementById("password");
  const toggle = document.getElementById("show-password");
  const hint = document.getElementById("caps-lock");
  if (password === null || toggle === null || hint === null) return;

  const show = (isShown: boolean) => {
    password.type = isShown ? "text" : "password";
    toggle.setAttribute("aria-pressed", String(isShown));
  };
  toggle.hidden = false;
  toggle.addEventListener("click", () => show(password.type === "password"));
  password.form?.addEventListener("submit", () => show(false));

  // Autofill sends key events without modifiers.
  const watch = (event: KeyState) => {
    const text = event.getModifierState?.("CapsLock") ? (hint.dataset.on ?? "") : "";
    if (hint.textContent !== text) hint.textContent = text;
  };
  for (const type of ["keydown", "keyup", "mousedown"]) password.addEventListener(type, watch);
  password.addEventListener("blur", () => {
    hint.textContent = "";
  });

  const username = document.getElementById("username");
  const picker = document.getElementById("language")?.form ?? null;
  if (username === null || picker === null) return;
  const place = "latchkey-typed-username";
  const { timeOrigin } = performance;
  try {
    const [keptAt, typed] = JSON.parse(sessionStorage.getItem(place) ?? "[]");
    sessionStorage.removeItem(place);
    // An older username was left behind by a choice of language that was broken off, perhaps by another person.
    if (timeOrigin - keptAt < 60_000) {
      username.value = typed;
      password.focus();
    }
    picker.addEventListener("submit", () => {
      const isEdited = username.value !== username.defaultValue;
      if (isEdited)
        sessionStorage.setItem(place, JSON.stringify([timeOrigin + performance.now(), username.value]));
    });
  } catch {
    // If the browser stores nothing, the person types the username again.
  }
}
