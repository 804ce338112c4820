// The few parts of the browser that this file touches; see sign-in.ts.
interface Available {
  signalAllAcceptedCredentials?(of: object): Promise<void>;
  signalCurrentUserDetails?(of: object): Promise<void>;
}
declare const document: {
  getElementById(id: string): { readonly dataset: Readonly<Record<string, string>> } | null;
};
declare const PublicKeyCredential: Available | undefined;

/**
 * Runs in the browser: tells the password manager which passkeys of the person work, and their name.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhancePasskeySignals(): void {
  const {
    rp: rpId,
    handle: userId,
    name,
    label: displayName,
    known,
  } = document.getElementById("passkey")?.dataset ?? {};
  if (!known || typeof PublicKeyCredential === "undefined") return;
  const ignore = () => {};
  const allAcceptedCredentialIds = known.split(" ");
  PublicKeyCredential.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }).catch(
    ignore,
  );
  PublicKeyCredential.signalCurrentUserDetails?.({ rpId, userId, name, displayName }).catch(ignore);
}
