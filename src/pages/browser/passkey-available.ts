// The few parts of the browser that this file touches; see sign-in.ts.
interface Available {
  isUserVerifyingPlatformAuthenticatorAvailable(): Promise<boolean>;
}
declare const document: { getElementById(id: string): { value: string } | null };
declare const PublicKeyCredential: Available | undefined;

/**
 * Runs in the browser: tells the service that the device can keep a passkey, which it may then offer after the password.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhancePasskeyAvailable(): void {
  const field = document.getElementById("passkey");
  if (!field || typeof PublicKeyCredential === "undefined") return;
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then((isThere) => {
    if (isThere) field.value = "available";
  });
}
