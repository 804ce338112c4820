import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded-fetch.ts";
import { openLogoutNotifier } from "../../src/adapters/logout/notifier.ts";
import { openWebhookSender } from "../../src/adapters/webhook/sender.ts";
import { ownAddressFinding } from "../../src/doctor/own-address.ts";
import { describeDocumentRefusal } from "../../src/flows/described-clients.ts";
import type { LogoutMessage, LogoutProblem } from "../../src/flows/logout-ports.ts";
import { certificateProblemOf, describeCertificateProblem } from "../../src/values/certificate.ts";
import { clientIdOf } from "../../src/values/ids.ts";
import type { Issuer } from "../../src/values/issuer.ts";
import { refuse } from "../../src/values/result.ts";
import { type SelfSignedServer, startSelfSignedServer } from "../support/self-signed.ts";

const reason = "certificate-DEPTH_ZERO_SELF_SIGNED_CERT" as const;
const said = /not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS=\/path\/to\/ca\.pem/;
const mayReachLoopback = true;

let requests = 0;
let server: SelfSignedServer;
before(async () => {
  server = await startSelfSignedServer((_request, response) => {
    requests += 1;
    response.end("{}");
  });
});
after(() => server[Symbol.asyncDispose]());

test("a request to a certificate that is not trusted is refused with the error's code, and nothing is sent", async () => {
  const fetch = createGuardedFetch({ mayReachLoopback });
  for (const method of ["GET", "POST"] as const)
    assert.deepEqual(await fetch({ url: `${server.origin}/x`, method, headers: {} }), refuse(reason));
  const webhooks = openWebhookSender({ mayReachLoopback });
  assert.deepEqual(await webhooks.post(`${server.origin}/hook`, {}, "{}"), refuse(reason));
  webhooks.close();
  assert.equal(requests, 0);
});

test("a logout token that a certificate keeps back is logged with the error's code, and not sent again", async () => {
  for (const isGuarded of [true, false]) {
    const problems: LogoutProblem[] = [];
    const notifier = openLogoutNotifier(
      { retryPausesMilliseconds: [60_000], waitMilliseconds: 30_000 },
      createGuardedFetch({ mayReachLoopback }),
    );
    const uri = `${server.origin}/logout`;
    const message: LogoutMessage = {
      clientId: clientIdOf("A".repeat(20)),
      isGuarded,
      uri,
      logoutToken: "a.b.c",
    };
    await notifier.deliver([message], (_, problem) => problems.push(problem));
    assert.deepEqual(problems, [{ reason }], `guarded: ${isGuarded}`);
    notifier.close();
  }
  assert.equal(requests, 0);
});

test("the certificate of the base URL, or of a client's document, is named with the setting that helps", async () => {
  const { state, detail, repair } = await ownAddressFinding(server.origin as Issuer, []);
  assert.equal(state, "warning");
  assert.match(`${detail} ${repair}`, said);
  assert.match(describeDocumentRefusal({ kind: "not-fetched", reason }), said);
});

test("a certificate for another name gets a repair of its own, because trust in its authority would not help", () => {
  const { cause, repair } = describeCertificateProblem("certificate-ERR_TLS_CERT_ALTNAME_INVALID");
  assert.match(
    `${cause}: ${repair}`,
    /\(ERR_TLS_CERT_ALTNAME_INVALID\): it must be issued for this host name$/,
  );
});

for (const [code, isCertificate] of [
  ["DEPTH_ZERO_SELF_SIGNED_CERT", true],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", true],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", true],
  ["CERT_HAS_EXPIRED", true],
  ["ERR_TLS_CERT_ALTNAME_INVALID", true],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", false],
  ["ECONNREFUSED", false],
  [undefined, false],
] as const)
  test(`${code} is ${isCertificate ? "" : "not "}a fault of the certificate`, () => {
    const error = Object.assign(new Error("planted"), { code });
    const expected = isCertificate ? `certificate-${code}` : undefined;
    assert.equal(certificateProblemOf(error), expected);
    assert.equal(certificateProblemOf(new TypeError("fetch failed", { cause: error })), expected);
  });
