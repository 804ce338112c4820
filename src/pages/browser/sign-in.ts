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
 * Runs in the browser: the show-password button, the Caps Lock hint, and a username that outlives the choice of another language,
 * whose form does not carry it. The page works without it.
 * Its source text is what gets sent, so it must not refer to anything outside itself.
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

  // Autofill sends key events that know no modifiers.
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
    // What is older was left behind by a choice that came to nothing, perhaps by somebody else.
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
    // Where the browser keeps nothing for us, the username is typed again.
  }
}
