// The few parts of the browser that this file touches; see sign-in.ts.
interface Part {
  hidden: boolean;
  value: string;
  textContent: string;
  readonly dataset: {
    readonly rp?: string;
    readonly unknown?: string;
    readonly starts?: string;
    readonly cancelled?: string;
    readonly unsupported?: string;
  };
  readonly form: Form | null;
  focus(): void;
  addEventListener(type: string, listener: () => void): void;
}
interface Form {
  readonly action: string;
  readonly elements: { namedItem(name: string): Part | null };
  addEventListener(type: string, listener: () => void): void;
  submit(): void;
}
interface Credential {
  readonly id: string;
  readonly type: string;
  readonly response: Readonly<Record<string, ArrayBuffer | null>>;
}
interface Available {
  isConditionalMediationAvailable?(): Promise<boolean>;
  isUserVerifyingPlatformAuthenticatorAvailable(): Promise<boolean>;
  signalUnknownCredential?(of: { rpId: string; credentialId: string }): Promise<void>;
}
declare const document: { getElementById(id: string): Part | null };
declare const PublicKeyCredential: Available | undefined;
declare const location: { replace(address: string): void };
declare const performance: { now(): number; getEntriesByType(type: string): { readonly type?: string }[] };
declare const sessionStorage: { [place: string]: string };
declare const navigator: { readonly credentials: { get(options: object): Promise<Credential> } };
declare const btoa: (text: string) => string;

/**
 * Runs in the browser: signs in with a passkey, by the autofill of the username field or by the button. The challenge is the CSRF token
 * of the form, and the answer is posted as a field of it. The page says if a request was cancelled, and, where the passkey comes first, if
 * the browser cannot use passkeys. A page that wants nothing but the passkey asks for it by itself, but not again after a reload or on the
 * way back.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhancePasskey(): void {
  const field = document.getElementById("passkey");
  const button = document.getElementById("use-passkey");
  const status = document.getElementById("passkey-status");
  const form = field?.form;
  if (!field || !form || button === null || status === null) return;
  if (typeof PublicKeyCredential === "undefined") {
    status.textContent = status.dataset.unsupported ?? "";
    return;
  }
  const available = PublicKeyCredential;

  const { rp: rpId = "", unknown: credentialId, starts } = field.dataset;
  const place = "latchkey-use-passkey";
  const encoded = (bytes: ArrayBuffer | null | undefined) =>
    bytes &&
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  let pending: AbortController | undefined;

  const ask = async (mediation: string) => {
    pending?.abort();
    const own = new AbortController();
    pending = own;
    if (mediation !== "conditional") status.textContent = "";
    try {
      const challenge = new TextEncoder().encode(form.elements.namedItem("step")?.value);
      const publicKey = { challenge, rpId, userVerification: "required" };
      const { id, type, response } = await navigator.credentials.get({
        mediation,
        signal: own.signal,
        publicKey,
      });
      const answer: Record<string, unknown> = {};
      for (const name of ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
        answer[name] = encoded(response[name]);
      field.value = JSON.stringify({ id, type, response: answer });
      form.submit();
    } catch {
      // The person cancelled, or another request took this one's place.
      if (own.signal.aborted || mediation === "conditional") return;
      status.textContent = status.dataset.cancelled ?? "";
      offer();
    }
  };
  const offer = async () => {
    const hasAutofill = form.elements.namedItem("username") !== null;
    if (hasAutofill && (await available.isConditionalMediationAvailable?.())) ask("conditional");
  };

  button.hidden = false;
  button.addEventListener("click", () => {
    // The service takes no challenge that is older than five minutes.
    if (performance.now() < 270_000) ask("optional");
    else {
      sessionStorage[place] = "1";
      location.replace(form.action);
    }
  });
  form.addEventListener("submit", () => pending?.abort());
  available.isUserVerifyingPlatformAuthenticatorAvailable().then((isThere) => {
    if (isThere && !field.value) field.value = "available";
  });
  if (credentialId) available.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
  const isPressed = sessionStorage[place];
  delete sessionStorage[place];
  const [visit] = performance.getEntriesByType("navigation");
  if (starts) button.focus();
  if (isPressed || (starts && visit?.type === "navigate")) ask("optional");
  else offer();
}
