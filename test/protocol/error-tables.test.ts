import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pushedRequestErrors } from "../../src/protocol/authorization/pushed-request.ts";
import { clientAssertionErrors } from "../../src/protocol/client/assertion.ts";
import { forwardAuthErrors } from "../../src/protocol/forward-auth/errors.ts";
import { signOutErrors } from "../../src/protocol/openid/sign-out.ts";
import { dpopErrors } from "../../src/protocol/token/dpop.ts";
import { introspectionErrors } from "../../src/protocol/token/introspection.ts";
import { refreshErrors } from "../../src/protocol/token/refresh.ts";
import { tokenParameterErrors } from "../../src/protocol/token/token-parameter.ts";
import type { WireError } from "../../src/protocol/wire-error.ts";

const tables: Readonly<Record<string, Readonly<Record<string, WireError>>>> = {
  "client assertion": clientAssertionErrors,
  dpop: dpopErrors,
  "forward auth": forwardAuthErrors,
  "end session": signOutErrors,
  introspection: introspectionErrors,
  "pushed request": pushedRequestErrors,
  refresh: refreshErrors,
  "token parameter": tokenParameterErrors,
};

/** RFC 6749 §5.2, RFC 6750 §3.1, RFC 9101 §6, RFC 9449 §12.2. */
const codes = new Set([
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_token",
  "unauthorized_client",
  "invalid_request_uri",
  "invalid_dpop_proof",
  // OpenID Connect Core §3.1.2.6, RFC 6749 §4.1.2.1, RFC 6750 §3.1.
  "login_required",
  "access_denied",
  "insufficient_scope",
]);

for (const [errorFormat, table] of Object.entries(tables))
  describe(`errors: ${errorFormat}`, () => {
    for (const [reason, { error, description }] of Object.entries(table))
      it(`${reason}: a registered code and a description in plain characters`, () => {
        assert.ok(codes.has(error), error);
        // RFC 6749 §5.2: %x20-21 / %x23-5B / %x5D-7E.
        assert.match(description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]{40,330}$/);
      });
  });
