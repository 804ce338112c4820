// The few parts of the browser's DOM that this file touches. Declared here, so that the server's code does not see a DOM.
interface Part {
  hidden: boolean;
  textContent: string;
  type: string;
  readonly dataset: { readonly on?: string };
  readonly form: Part | null;
  setAttribute(name: string, value: string): void;
  addEventListener(type: string, listener: (event: KeyState) => void): void;
}
interface KeyState {
  getModifierState?(key: string): boolean;
}
declare const document: { getElementById(id: string): Part | null };

/**
 * Runs in the browser: the show-password button and the Caps Lock hint. The page works without a script.
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
}
