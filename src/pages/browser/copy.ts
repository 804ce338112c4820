// The few parts of the browser that this file touches; see sign-in.ts.
interface Part {
  hidden: boolean;
  textContent: string;
  readonly dataset: { readonly on?: string };
  addEventListener(type: string, listener: () => void): void;
}
declare const document: { getElementById(id: string): Part | null };
declare const navigator: { readonly clipboard?: { writeText(text: string): Promise<void> } };

/**
 * Runs in the browser: the button that copies the command. Without a clipboard the button stays hidden.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhanceCopying(): void {
  const button = document.getElementById("copy");
  const command = document.getElementById("command");
  const status = document.getElementById("copied");
  const { clipboard } = navigator;
  if (button === null || command === null || status === null || clipboard === undefined) return;

  button.hidden = false;
  button.addEventListener("click", async () => {
    await clipboard.writeText(command.textContent);
    status.textContent = status.dataset.on ?? "";
  });
}
