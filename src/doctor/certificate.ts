import { once } from "node:events";
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { Finding } from "../flows/operator/finding.ts";
import type { Issuer } from "../values/issuer.ts";
import { type Instant, instantOf } from "../values/time.ts";
import { shortTime } from "../values/words.ts";

const answerMilliseconds = 5_000;
const warnedBeforeMilliseconds = 14 * 86_400_000;

/**
 * Warns before the certificate of the base URL expires: in the last two weeks, or in the last sixth of a shorter life. Only its dates are
 * read, from a handshake as browsers make it; `ownAddressFinding` says whether it is trusted.
 */
export async function certificateFinding(issuer: Issuer, now: Instant): Promise<Finding | undefined> {
  const { hostname: host, port } = new URL(issuer);
  // RFC 6066 §3: an IP address is not a server name.
  const servername = isIP(host) === 0 ? host : "";
  const socket = connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
  socket.setTimeout(answerMilliseconds, () => socket.destroy(new Error("No answer.")));
  try {
    await once(socket, "secureConnect");
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
    const [beginsAt, endsAt] = [Date.parse(from), Date.parse(to)];
    if (Number.isNaN(endsAt)) return undefined;
    const left = endsAt - now;
    if (left > Math.min(warnedBeforeMilliseconds, (endsAt - beginsAt) / 6)) return undefined;
    return {
      check: "certificate",
      state: left > 0 ? "warning" : "failed",
      detail: `that of ${host} ${left > 0 ? "ends" : "ended"} at ${shortTime(instantOf(endsAt))}`,
      repair: "renew it where TLS ends, and find out why that did not happen by itself",
    };
  } catch {
    // The check of the base URL reports problems of the connection.
    return undefined;
  } finally {
    socket.destroy();
  }
}
