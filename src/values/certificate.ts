/** Why a TLS connection failed: the certificate of the other side, by the error code, such as `certificate-CERT_HAS_EXPIRED`. */
export type CertificateProblem = `certificate-${string}`;

/** The certificate as the reason for which a request failed; undefined if it is not. `fetch` says it only in the error's cause. */
export function certificateProblemOf(error: unknown): CertificateProblem | undefined {
  const { code, cause } = Object(error);
  const text = String(code ?? Object(cause).code);
  // A code that begins with ERR_SSL_ is an alert: the other side ended the handshake.
  const isVerdictHere = /CERT|SIGNATURE|ISSUER/.test(text) && !text.startsWith("ERR_SSL_");
  return isVerdictHere ? `certificate-${text}` : undefined;
}

/** True for a reason that names a certificate. */
export function isCertificateProblem(reason: string): reason is CertificateProblem {
  return reason.startsWith("certificate-");
}

/** Faults of the certificate itself, which trust in its authority does not repair. */
const faultRepairs: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "renew it there",
  CERT_NOT_YET_VALID: "compare the clocks of both machines",
  ERR_TLS_CERT_ALTNAME_INVALID: "it must be issued for this host name",
};

/** What is wrong, to be read after the name of the other side, and the repair; neither ends with a full stop. */
export function describeCertificateProblem(problem: CertificateProblem): {
  readonly cause: string;
  readonly repair: string;
} {
  const code = problem.slice("certificate-".length);
  const repair =
    faultRepairs[code] ??
    "if you trust its authority, set NODE_EXTRA_CA_CERTS=/path/to/ca.pem in the environment of the service and its commands";
  return { cause: `has a TLS certificate that is not trusted here (${code})`, repair };
}

/** The same as one sentence about `subject`. */
export function certificateSentence(subject: string, problem: CertificateProblem): string {
  const { cause, repair } = describeCertificateProblem(problem);
  return `${subject} ${cause}: ${repair}.`;
}
