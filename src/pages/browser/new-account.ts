// The few parts of the browser that this file touches; see sign-in.ts.
interface Part {
  hidden: boolean;
  href: string;
  readonly value: string;
  readonly dataset: { readonly chosen?: string };
  readonly form: Form | null;
  click(): void;
  focus(): void;
  remove(): void;
  hasAttribute(name: string): boolean;
  addEventListener(type: string, listener: () => void): void;
}
interface Form {
  addEventListener(type: string, listener: (event: { preventDefault(): void }) => void): void;
}
interface Available {
  isUserVerifyingPlatformAuthenticatorAvailable(): Promise<boolean>;
}
declare const document: { getElementById(id: string): Part | null };
declare const location: { replace(address: string): void };
declare const PublicKeyCredential: Available | undefined;

/**
 * Runs in the browser: takes a typed username along to the page for the other way, a passkey or a password.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function carryUsername(): void {
  const username = document.getElementById("username");
  for (const id of ["choose-passkey", "choose-password"]) {
    const link = document.getElementById(id);
    link?.addEventListener("click", () => {
      const other = new URL(link.href);
      other.searchParams.set("username", username?.value ?? "");
      link.href = other.href;
    });
  }
}

/**
 * Runs in the browser: shows the button for a passkey if the device can keep one or the person chose one; otherwise it goes on to the page
 * for a password. Without scripts, the form for a password stands there.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export async function enhanceNewAccount(): Promise<void> {
  const create = document.getElementById("add-passkey");
  const byPasskey = document.getElementById("by-passkey");
  const byPassword = document.getElementById("by-password");
  const toPassword = document.getElementById("choose-password");
  const username = document.getElementById("username");
  if (!create || !byPasskey || !byPassword || !toPassword || !username) return;
  const canAsk =
    typeof PublicKeyCredential !== "undefined" &&
    (byPasskey.dataset.chosen ||
      (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false)));
  if (!canAsk) return location.replace(toPassword.href);
  byPassword.remove();
  byPasskey.hidden = false;
  // A username that was refused keeps the focus.
  if (!username.hasAttribute("aria-invalid")) create.focus();
  // The return key in the field of the username presses the button.
  create.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    create.click();
  });
}
