import type { Finding } from "../flows/operator/finding.ts";
import type { Clients } from "../flows/ports.ts";
import { isProtected } from "../protocol/client/client.ts";
import { ownPathOnHost } from "../protocol/forward-auth/protected-origin.ts";
import { certificateProblemOf, describeCertificateProblem } from "../values/certificate.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { type Issuer, isHttps } from "../values/issuer.ts";
import type { Instant } from "../values/time.ts";
import { certificateFinding } from "./certificate.ts";

const check = "host";
const answerMilliseconds = 5_000;

/**
 * Asks each protected host, as a browser reaches it, for the path that its proxy hands to this service, and looks at its certificate. It
 * leaves the machine, so it is done only where somebody asks for it.
 */
export async function* hostFindings(
  clients: Pick<Clients, "list">,
  issuer: Issuer,
  now: Instant,
): AsyncGenerator<Finding> {
  for (const { metadata } of (await clients.list()).filter(isProtected))
    for (const origin of metadata.protectedOrigins) {
      const found = await answerOf(origin, issuer);
      yield { check, ...found };
      const isSecure = found.state === "ok" && isHttps(origin as Issuer);
      const certificate = isSecure ? await certificateFinding(origin as Issuer, now) : undefined;
      if (certificate !== undefined) yield certificate;
    }
}

/** The sign-out of a host changes nothing for somebody without a visit, and leads to this service and to no other place. */
async function answerOf(origin: string, issuer: Issuer): Promise<Omit<Finding, "check">> {
  const path = `${ownPathOnHost}/sign-out`;
  const handOn = `hand ${ownPathOnHost}/sign-in, /callback and /sign-out on to this service, as the files of \`latchkey client show\` with --proxy do`;
  try {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const answer = await fetch(origin + path, { redirect: "manual", signal });
    const text = await beginningOf(answer);
    if (answer.headers.get("location")?.startsWith(`${issuer}/`))
      return { state: "ok", detail: `${origin} hands its sign-ins to this service` };
    if (text.includes("LATCHKEY_TRUSTED_PROXIES"))
      return {
        state: "failed",
        detail: `${origin} leads here, but its proxy is not trusted, so every request is stopped`,
        repair: "set LATCHKEY_TRUSTED_PROXIES to the address of the proxy",
      };
    return {
      state: "failed",
      detail: `${origin}${path} is answered by something else (${answer.status}), so nobody can sign in there`,
      repair: handOn,
    };
  } catch (error) {
    const certificate = certificateProblemOf(error);
    if (certificate !== undefined) {
      const { cause, repair } = describeCertificateProblem(certificate);
      return { state: "failed", detail: `${origin} ${cause}`, repair };
    }
    const { cause, name } = Object(error);
    const code = cause === undefined ? String(name) : errorCodeOf(cause);
    return {
      state: "failed",
      detail: `${origin} does not answer from here (${code})`,
      repair: "start the proxy, make the name resolve, or correct the host of the application",
    };
  }
}

const readMax = 2_000;

/** The first bytes of an answer: whoever has the host could send without end. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = "";
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk.subarray(0, readMax)).toString("latin1");
    if (text.length >= readMax) break;
  }
  return text;
}
