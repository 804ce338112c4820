// The few parts of the browser that this file touches; see sign-in.ts.
interface Part {
  hidden: boolean;
  value: string;
  textContent: string;
  readonly dataset: { readonly [name: string]: string | undefined };
  readonly form: Form | null;
  addEventListener(type: string, listener: () => void): void;
}
interface Form {
  readonly elements: { namedItem(name: string): Part | null };
  addEventListener(type: string, listener: () => void): void;
  submit(): void;
}
interface Created {
  readonly id: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: ArrayBuffer;
    readonly attestationObject: ArrayBuffer;
    getTransports?(): readonly string[];
  };
}
interface Available {
  signalUnknownCredential?(of: object): Promise<void>;
}
declare const document: { getElementById(id: string): Part | null };
declare const PublicKeyCredential: Available | undefined;
declare const navigator: { readonly credentials: { create(options: object): Promise<Created> } };
declare const atob: (text: string) => string;
declare const btoa: (text: string) => string;

/**
 * Runs in the browser: creates a passkey at the press of the button, or when another script lets the browser do it by itself, and tells
 * the password manager of one that was removed. The challenge is the CSRF token of the form, and the answer is posted as a field of it.
 * The page contains the source text of this function, so it must not refer to anything outside itself.
 */
export function enhancePasskeyCreation(): void {
  const field = document.getElementById("passkey");
  const button = document.getElementById("add-passkey");
  const status = document.getElementById("passkey-status");
  const form = field?.form;
  if (!field || !form || button === null || status === null) return;
  if (typeof PublicKeyCredential === "undefined") {
    status.textContent = status.dataset.unsupported ?? "";
    return;
  }
  const available = PublicKeyCredential;

  const { handle = "", name, label, rp: rpId, site } = field.dataset;
  const words = (key: string) => (field.dataset[key] ?? "").split(" ").filter(Boolean);
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const encoded = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  const known = words("known");

  let pending: AbortController | undefined;

  // The browser may create one without asking; see `enhancePasskeyByItself`.
  const add = async (isAsked: boolean) => {
    pending?.abort();
    const own = new AbortController();
    pending = own;
    status.textContent = "";
    try {
      // The page of a new account has a field for the name.
      const typed = form.elements.namedItem("username")?.value;
      const { id, type, response } = await navigator.credentials.create({
        ...(!isAsked && { mediation: "conditional" }),
        signal: own.signal,
        publicKey: {
          challenge: new TextEncoder().encode(form.elements.namedItem("step")?.value),
          rp: { id: rpId, name: site },
          user: { id: bytesOf(handle), name: typed || name, displayName: typed || label },
          pubKeyCredParams: words("algorithms").map((alg) => ({ type: "public-key", alg: Number(alg) })),
          excludeCredentials: known.map((one) => ({ type: "public-key", id: bytesOf(one) })),
          authenticatorSelection: {
            residentKey: "required",
            requireResidentKey: true,
            userVerification: isAsked ? "required" : "preferred",
          },
          attestation: "none",
        },
      });
      const { clientDataJSON, attestationObject } = response;
      const answer = {
        clientDataJSON: encoded(clientDataJSON),
        attestationObject: encoded(attestationObject),
        transports: response.getTransports?.() ?? [],
      };
      field.value = JSON.stringify({ id, type, response: answer, isByItself: !isAsked });
      form.submit();
    } catch (error) {
      if (!isAsked || own.signal.aborted) return;
      const isThere = (error as { name?: string }).name === "InvalidStateError";
      status.textContent = status.dataset[isThere ? "already" : "cancelled"] ?? "";
    }
  };
  button.hidden = false;
  button.addEventListener("click", () => add(true));
  button.addEventListener("by-itself", () => add(false));
  form.addEventListener("submit", () => pending?.abort());

  for (const credentialId of words("removed"))
    available.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
}
