import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { redirectErrors } from "../../../src/protocol/authorization/errors.ts";
import { tokenErrors } from "../../../src/protocol/errors.ts";
import type { Application } from "../server.ts";
import type { InteropStage } from "./stage.ts";

/**
 * How much of a refusal the developer reads where the library's error is printed: our description (with or without the error
 * code beside it), the code alone, or neither.
 */
type Sight = "description" | "code" | "neither";

const words: Readonly<Record<Sight, string>> = {
  description: "shows the description of",
  code: "shows no more than the code of",
  neither: "does not show by itself the reason of",
};

/** A client library, wrapped in the two functions that every guide has. */
export interface Library<Pending> {
  readonly name: string;
  readonly startSignIn: (app: Application) => Promise<{ readonly location: URL; readonly pending: Pending }>;
  readonly finishSignIn: (
    app: Application,
    callback: URL,
    pending: Pending,
  ) => Promise<{ readonly sub?: unknown }>;
  readonly sees: {
    /** Left out for public clients. */
    readonly wrongSecret?: Sight;
    readonly spentCode: Sight;
    /** Left out where the library cannot be brought to send another one. */
    readonly wrongRedirectUri?: Sight;
    readonly refusedRedirect: Sight;
  };
}

/** The rows that every client library has to pass with the code of its guide. */
export function testSignIn<Pending>(library: Library<Pending>, stage: () => InteropStage): void {
  const { name, startSignIn, finishSignIn } = library;
  const { wrongSecret, spentCode, wrongRedirectUri, refusedRedirect } = library.sees;
  const comeBack = async () => {
    const { location, pending } = await startSignIn(stage().app);
    return { callback: await stage().comeBack(location), pending };
  };

  test(`${name} signs in with the code of its guide, with state and PKCE, and learns who it is`, async () => {
    const { callback, pending } = await comeBack();
    const { sub } = await finishSignIn(stage().app, callback, pending);
    assert.match(String(sub), /^lku/);
  });

  if (wrongSecret !== undefined)
    test(`${name} ${words[wrongSecret]} a wrong client secret, and the code stays unspent`, async () => {
      const { callback, pending } = await comeBack();
      const wrong = { ...stage().app, clientSecret: "wrong" };
      const shown = await printedError(finishSignIn(wrong, callback, pending));
      assertSight(shown, tokenErrors["client-secret-mismatch"], wrongSecret);
      assert.match(String((await finishSignIn(stage().app, callback, pending)).sub), /^lku/);
    });

  test(`${name} ${words[spentCode]} a code that comes a second time (RFC 6749 §4.1.2)`, async () => {
    const { callback, pending } = await comeBack();
    await finishSignIn(stage().app, callback, pending);
    const shown = await printedError(finishSignIn(stage().app, callback, pending));
    assertSight(shown, tokenErrors["code-spent"], spentCode);
  });

  if (wrongRedirectUri !== undefined)
    test(`${name} ${words[wrongRedirectUri]} a redirect_uri that is not the one of the request (RFC 6749 §4.1.3)`, async () => {
      const { callback, pending } = await comeBack();
      const elsewhere = new URL(callback);
      elsewhere.port = "3001";
      const { href: redirectUri } = new URL(elsewhere.pathname, elsewhere);
      const shown = await printedError(finishSignIn({ ...stage().app, redirectUri }, elsewhere, pending));
      assertSight(shown, tokenErrors["redirect-uri-mismatch"], wrongRedirectUri);
      assert.match(String((await finishSignIn(stage().app, callback, pending)).sub), /^lku/);
    });

  test(`${name} with a redirect_uri that is not registered: our page says what differs, and the repair`, async () => {
    const unregistered = stage().app.redirectUri.replace("3000", "3333");
    const { location } = await startSignIn({ ...stage().app, redirectUri: unregistered });
    const { status, headers, body } = await stage().visitAsStranger(location);
    assert.deepEqual([status, headers.location], [400, undefined]);
    const text = body.replace(/<[^>]*>/g, "");
    for (const part of ["The port differs.", "--add-redirect-uri", unregistered])
      assert.ok(text.includes(part), text);
  });

  test(`${name} ${words[refusedRedirect]} an error that comes back in the redirect (RFC 6749 §4.1.2.1)`, async () => {
    const { location, pending } = await startSignIn(stage().app);
    location.searchParams.set("prompt", "none");
    const { headers } = await stage().visitAsStranger(location);
    const callback = new URL(headers.location ?? "");
    const shown = await printedError(finishSignIn(stage().app, callback, pending));
    assertSight(shown, redirectErrors["login-required"], refusedRedirect);
  });

  test(`${name} believes no callback with another state (RFC 6749 §10.12), and the code stays unspent`, async () => {
    const { callback, pending } = await comeBack();
    const forged = new URL(callback);
    forged.searchParams.set("state", "another");
    await assert.rejects(finishSignIn(stage().app, forged, pending));
    assert.match(String((await finishSignIn(stage().app, callback, pending)).sub), /^lku/);
  });
}

/** What `console.error` would print of the failure. */
export async function printedError(attempt: Promise<unknown>): Promise<string> {
  const outcome = await attempt.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  assert.ok("error" in outcome, `it went well: ${inspect(outcome)}`);
  return inspect(outcome.error);
}

/** Asserts that exactly so much of our answer can be read. */
export function assertSight(
  shown: string,
  { error, description }: { readonly error: string; readonly description: string },
  sight: Sight,
): void {
  // In a challenge the commas of the description are semicolons.
  const isDescribed = [description, description.replaceAll(",", ";")].some((text) => shown.includes(text));
  const seen = isDescribed ? "description" : shown.includes(error) ? "code" : "neither";
  assert.equal(seen, sight, shown);
}
