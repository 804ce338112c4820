import assert from "node:assert/strict";
import { Secret, TOTP } from "otpauth";
import type { FormClient, HttpAnswer } from "../../support/form-client.ts";
import type { FakeClock } from "../../support/in-process.ts";

/** An authenticator app on somebody's phone, whose clock is the test's. */
export class TotpApp {
  readonly key: string;
  readonly #clock: FakeClock;

  /** Takes in the key that the page shows as text. */
  constructor(page: Pick<HttpAnswer, "body">, clock: FakeClock) {
    const shown = /<code id="key">([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1];
    assert.ok(shown, page.body);
    this.key = shown.replaceAll(" ", "");
    this.#clock = clock;
  }

  /** The code of now, or of so many steps later. */
  code(steps = 0): string {
    const timestamp = this.#clock.now() + steps * 30_000;
    return TOTP.generate({ secret: Secret.fromBase32(this.key), timestamp });
  }

  /** A code that is none of the three that count now. */
  wrongCode(): string {
    const right = [-1, 0, 1].map((steps) => this.code(steps));
    return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
  }
}

/** The recovery codes that a page shows. */
export function codesOn({ body }: HttpAnswer): readonly string[] {
  const block = /<pre class="codes"[^>]*>([^<]+)<\/pre>/.exec(body)?.[1];
  assert.ok(block, body);
  return block.split("\n");
}

/** The page with new recovery codes, which the answer to a form leads to. */
export async function codesPageAfter(browser: FormClient, answer: HttpAnswer): Promise<HttpAnswer> {
  const { location } = answer.headers;
  const page = location === undefined ? answer : await browser.get(location);
  assert.match(page.body, /<pre class="codes"/);
  return page;
}

/** Sets an app up at its page, in a browser that has just signed in. The clock moves on, so that the confirming code is past. */
export async function setUpTotp(
  browser: FormClient,
  clock: FakeClock,
): Promise<{ readonly app: TotpApp; readonly codes: readonly string[] }> {
  const page = await browser.get("/account/totp");
  assert.equal(page.status, 200, page.body);
  const app = new TotpApp(page, clock);
  const shown = await codesPageAfter(browser, await browser.submit(page, { otp: app.code() }));
  await browser.submit(shown, { saved: "yes" });
  clock.advance(30);
  return { app, codes: codesOn(shown) };
}
