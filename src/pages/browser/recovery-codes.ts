// The few parts of the browser that this file touches; see sign-in.ts.
interface Part {
  hidden: boolean;
  textContent: string;
  readonly dataset: { readonly on?: string };
  addEventListener(type: string, listener: () => void): void;
}
declare const document: { getElementById(id: string): Part | null };
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };
declare function print(): void;

/**
 * Runs in the browser: the buttons that copy and print the codes. Without a script the codes are copied by hand, or downloaded.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhanceRecoveryCodes(): void {
  const codes = document.getElementById("codes");
  const copy = document.getElementById("copy");
  const copied = document.getElementById("copied");
  const printing = document.getElementById("print");
  const { clipboard } = navigator;
  if (codes === null) return;

  if (copy !== null && copied !== null && clipboard !== undefined) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await clipboard.writeText(codes.textContent);
      copied.textContent = copied.dataset.on ?? "";
    });
  }
  if (printing !== null) {
    printing.hidden = false;
    printing.addEventListener("click", () => print());
  }
}
