import { createHash } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { VirtualAuthenticator } from "../../../support/virtual-authenticator.ts";
import { password, realm } from "./keycloak-realm.ts";

/** The endpoints of the realm, below the address of Keycloak. */
export const protocol = `/realms/${realm}/protocol/openid-connect`;

/** Of the authorization requests that the shop sends here. */
export const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");

/** The authorization request of the shop. */
export function authorizationAt(url: string, redirectUri: string, scope: string): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: "shop",
    redirect_uri: redirectUri,
    scope,
    nonce: "n",
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return `${url}${protocol}/auth?${query}`;
}

/** A page of a browser in which nobody is signed in. */
export async function newPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-US" })).newPage();
  page.setDefaultTimeout(40_000);
  return page;
}

/** Fills in the sign-in page of Keycloak. Returns the code that the application got. */
export async function signInThere(page: Page, username: string, shopUri: string): Promise<string> {
  const back = page.waitForRequest((request) => request.url().startsWith(shopUri));
  await enterThere(page, username);
  return new URL((await back).url()).searchParams.get("code") ?? "";
}

/** The same, without waiting for what follows. */
export async function enterThere(page: Page, username: string): Promise<void> {
  await page.fill("#username", username);
  await page.fill("#password", password);
  await page.click("#kc-login");
}

/** Sets up an authenticator app as the page of Keycloak asks. Returns the secret. */
export async function setUpApp(browser: Browser, url: string, shopUri: string): Promise<string> {
  const page = await newPage(browser);
  await page.goto(authorizationAt(url, shopUri, "openid"));
  await enterThere(page, "carol");
  const secret = await page.locator("#totpSecret").inputValue();
  await page.fill("#totp", codeOf(secret));
  await page.fill("#userLabel", "Phone");
  const back = page.waitForRequest((request) => request.url().startsWith(shopUri));
  await page.click("#saveTOTPBtn");
  await back;
  return secret;
}

/** The secret is the text itself, as bytes. */
export function codeOf(secret: string): string {
  return TOTP.generate({ secret: Secret.fromUTF8(secret) });
}

/** Makes a passkey as the page of Keycloak asks. */
export async function setUpPasskey(browser: Browser, url: string, shopUri: string): Promise<void> {
  const page = await newPage(browser);
  await VirtualAuthenticator.plugInto(page);
  page.on("dialog", (dialog) => dialog.accept("Key"));
  await page.goto(authorizationAt(url, shopUri, "openid"));
  await enterThere(page, "dora");
  const back = page.waitForRequest((request) => request.url().startsWith(shopUri));
  await page.click("#registerWebAuthn");
  await back;
}
