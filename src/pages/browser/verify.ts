// The few parts of the browser that this file touches; see sign-in.ts.
interface Part {
  hidden: boolean;
  inputMode: string;
  value: string;
  readonly dataset: { readonly code?: string };
  readonly form: Form | null;
  focus(): void;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  addEventListener(type: string, listener: () => void): void;
}
interface Form {
  requestSubmit(): void;
  addEventListener(type: string, listener: () => void): void;
}
declare const document: {
  getElementById(id: string): Part | null;
  querySelectorAll(selector: string): Iterable<Part>;
};
declare const sessionStorage: { [place: string]: string };

/**
 * Runs in the browser: the page asks either for the code of the app, with a keyboard of digits, and sends its sixth digit, or for a
 * recovery code. Without a script one field takes both, and the button sends them.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhanceVerify(): void {
  const field = document.getElementById("otp");
  const button = document.getElementById("use-recovery-code");
  const form = field?.form;
  if (!field || !form || button === null) return;

  const place = "latchkey-recovery-code";
  const problem = document.getElementById("problem");
  let asksFor = "app";
  let isSent = false;
  const ask = (kind: string) => {
    asksFor = kind;
    field.inputMode = kind === "app" ? "numeric" : "text";
    for (const part of document.querySelectorAll("[data-code]")) part.hidden = part.dataset.code !== kind;
  };

  // A refused recovery code is followed by a page that asks for a recovery code again.
  ask(problem !== null && sessionStorage[place] ? "recovery" : "app");
  delete sessionStorage[place];
  button.hidden = false;
  button.addEventListener("click", () => {
    ask(asksFor === "app" ? "recovery" : "app");
    field.value = "";
    // What was wrong with the other code says nothing about this one.
    if (problem !== null) problem.hidden = true;
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-describedby", "either");
    field.focus();
  });
  form.addEventListener("submit", () => {
    isSent = true;
    if (asksFor === "recovery") sessionStorage[place] = "1";
  });
  field.addEventListener("input", () => {
    if (asksFor === "app" && !isSent && /^\d{3} ?\d{3}$/.test(field.value)) form.requestSubmit();
  });
}
