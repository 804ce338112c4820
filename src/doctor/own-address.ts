import type { Finding } from "../flows/operator/finding.ts";
import { certificateProblemOf, describeCertificateProblem } from "../values/certificate.ts";
import { errorCodeOf } from "../values/error-code.ts";
import type { Issuer } from "../values/issuer.ts";

const answerMilliseconds = 5_000;
const check = "base URL";

/**
 * Asks the base URL, as a browser reaches it, for the keys of this installation. Wrong names, proxies and certificates show here before
 * people meet them. `keyIds` are those of all its keys.
 */
export async function ownAddressFinding(issuer: Issuer, keyIds: readonly string[]): Promise<Finding> {
  const warning = (detail: string, repair: string): Finding => ({ check, state: "warning", detail, repair });
  const passOn = "let the proxy there pass requests on to this service, or correct LATCHKEY_BASE_URL";
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const answer = await fetch(`${issuer}/.well-known/jwks.json`, { redirect: "manual", signal });
    if (answer.status !== 200) return warning(`${issuer} answers ${answer.status} from here`, passOn);
    const published: unknown = await answer.json().catch(() => undefined);
    if (!hasKey(published, keyIds)) return warning(`${issuer} is answered by something else`, passOn);
    return { check, state: "ok", detail: `${issuer} leads to this installation` };
  } catch (error) {
    const { cause, repair } = failureOf(error);
    return warning(`${issuer} ${cause}`, repair);
  }
}

function hasKey(published: unknown, keyIds: readonly string[]): boolean {
  const { keys } = Object(published);
  return Array.isArray(keys) && keys.some((key) => keyIds.includes(Object(key).kid));
}

/** Only the cause of fetch's error says what failed. */
function failureOf(error: unknown): { readonly cause: string; readonly repair: string } {
  const certificate = certificateProblemOf(error);
  if (certificate !== undefined) return describeCertificateProblem(certificate);
  const { cause, name } = Object(error);
  const code = cause === undefined ? String(name) : errorCodeOf(cause);
  const isUnknownName = code === "ENOTFOUND" || code === "EAI_AGAIN";
  return {
    cause: `does not answer from here (${code})`,
    repair: isUnknownName
      ? "make the name resolve, or correct LATCHKEY_BASE_URL"
      : "start the service and the proxy in front of it, or correct LATCHKEY_BASE_URL",
  };
}
