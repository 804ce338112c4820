// The few parts of the browser that this file touches; see sign-in.ts.
interface Part {
  hidden: boolean;
  inputMode: string;
  focus(): void;
  addEventListener(type: string, listener: () => void): void;
}
declare const document: { getElementById(id: string): Part | null };

/**
 * Runs in the browser: phones show a keyboard of digits until the button asks for letters. Without a script they show one with both.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhanceVerify(): void {
  const field = document.getElementById("otp");
  const button = document.getElementById("use-recovery-code");
  if (field === null || button === null) return;

  field.inputMode = "numeric";
  button.hidden = false;
  button.addEventListener("click", () => {
    field.inputMode = "text";
    button.hidden = true;
    field.focus();
  });
}
