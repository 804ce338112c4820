import assert from "node:assert/strict";
import { deviceGrantType } from "../../../src/protocol/token/request.ts";
import { type FormClient, findForm, type HttpAnswer } from "../../support/form-client.ts";
import type { TestClient } from "../../support/in-process.ts";
import { credentialsOf, endpoints, post } from "./openid.ts";

export const devicePath = "/device";
export const deviceAuthorizationPath = "/v1/Oauth/device_authorization";

type Fields = Readonly<Record<string, string>>;

/** What a device is answered (RFC 8628 §3.2). */
export interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** A device of the client asks for its codes. */
export function askForCodes(
  url: string,
  client: TestClient,
  more: Fields = {},
  headers: Fields = {},
): Promise<HttpAnswer> {
  return post(url, deviceAuthorizationPath, { ...credentialsOf(client), ...more }, headers);
}

/** The codes of a device; fails where it is refused. */
export async function codesFor(url: string, client: TestClient, more: Fields = {}): Promise<DeviceCodes> {
  const { status, body } = await askForCodes(url, client, more);
  assert.equal(status, 200, body);
  return JSON.parse(body);
}

/** A device polls for its tokens. */
export function poll(
  url: string,
  client: TestClient,
  { device_code }: Pick<DeviceCodes, "device_code">,
  headers: Fields = {},
): Promise<HttpAnswer> {
  const fields = { grant_type: deviceGrantType, device_code };
  return post(url, endpoints.token, { ...credentialsOf(client), ...fields }, headers);
}

/** The person of a browser types a code; the page that comes of it. */
export async function typeCode(browser: FormClient, userCode: string): Promise<HttpAnswer> {
  return browser.submit(await browser.get(devicePath), { user_code: userCode });
}

/** The person of a browser types a code, and answers the page that asks. */
export async function answerDevice(
  browser: FormClient,
  { user_code }: Pick<DeviceCodes, "user_code">,
  decision: "allow" | "deny" = "allow",
): Promise<HttpAnswer> {
  const question = await typeCode(browser, user_code);
  assert.equal(question.status, 200, question.body);
  return browser.submit(question, { decision });
}

/** The code in the form of a page: as the person typed it, or as the page that asks repeats it. */
export function userCodeIn(page: HttpAnswer): string | null {
  return findForm(page.body).fields.get("user_code");
}
