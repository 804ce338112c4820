import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pageErrors, redirectErrors } from "../../src/protocol/authorization/errors.ts";
import { tokenErrors } from "../../src/protocol/errors.ts";
import { bearerErrors } from "../../src/protocol/token/bearer.ts";
import type { WireError } from "../../src/protocol/wire-error.ts";

const tables = { page: pageErrors, redirect: redirectErrors, token: tokenErrors, bearer: bearerErrors };

const codes = new Set([
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "invalid_scope",
  "invalid_token",
  "insufficient_scope",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
  "access_denied",
  "server_error",
  "temporarily_unavailable",
  "login_required",
  "interaction_required",
  "account_selection_required",
  "consent_required",
  "invalid_target",
  "authorization_pending",
  "slow_down",
  "expired_token",
  "invalid_request_uri",
  "invalid_dpop_proof",
  "request_not_supported",
  "request_uri_not_supported",
  "registration_not_supported",
  "unmet_authentication_requirements",
  "invalid_authorization_details",
]);

/** A page or a redirect has a status of its own, whatever the error. */
const statuses: Record<keyof typeof tables, readonly (number | undefined)[]> = {
  page: [undefined],
  redirect: [undefined],
  token: [400, 401, 404, 405, 413, 415, 429, 500, 503],
  bearer: [400, 401, 403],
};

for (const [errorFormat, table] of Object.entries(tables) as [
  keyof typeof tables,
  Readonly<Record<string, WireError>>,
][])
  describe(`errors: ${errorFormat}`, () => {
    for (const [reason, { error, status, description }] of Object.entries(table))
      it(`${reason}: a registered code, an expected status, a description in plain characters`, () => {
        assert.ok(codes.has(error), error);
        assert.ok(statuses[errorFormat].includes(status), String(status));
        // RFC 6749 §5.2: %x20-21 / %x23-5B / %x5D-7E.
        assert.match(description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]{40,330}$/);
      });
  });

describe("errors that tests of other servers look at", () => {
  it("A10: the missing parameter is named", () => {
    assert.match(tokenErrors["code-missing"].description, /\bcode\b/);
    assert.match(tokenErrors["client-id-missing"].description, /\bclient_id\b/);
    assert.match(pageErrors["redirect-uri-missing"].description, /\bredirect_uri\b/);
  });

  it("D28: a browser is told that the secret must not be in client-side code", () => {
    assert.match(tokenErrors["browser-origin"].description, /never be in client-side code/);
  });
});
