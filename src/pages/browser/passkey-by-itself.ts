// The few parts of the browser that this file touches; see sign-in.ts.
interface Available {
  getClientCapabilities?(): Promise<Readonly<Record<string, boolean>>>;
}
declare const Event: new (type: string) => object;
declare const document: { getElementById(id: string): { dispatchEvent(event: object): void } | null };
declare const PublicKeyCredential: Available | undefined;

/**
 * Runs in the browser, right after a sign-in with a password: lets the browser create a passkey by itself (conditional create). Browsers
 * do so only if they have just filled the password in.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhancePasskeyByItself(): void {
  const button = document.getElementById("add-passkey");
  if (button === null || typeof PublicKeyCredential === "undefined") return;
  PublicKeyCredential.getClientCapabilities?.().then((can) => {
    if (can.conditionalCreate) button.dispatchEvent(new Event("by-itself"));
  });
}
