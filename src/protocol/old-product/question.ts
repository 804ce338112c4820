import { createHmac } from "node:crypto";
import type { KeptSubject } from "../../values/ids.ts";
import { isJsonObject, type JsonObject, parseJsonObject } from "../../values/json-object.ts";
import type { Secret } from "../../values/secret.ts";
import { type Instant, wholeSeconds } from "../../values/time.ts";
import { readJwt } from "../jwt.ts";
import { webhookHeaders } from "../webhook/signature.ts";

/** The question whether this is the person's password at the product that they came from. */
export interface OldPasswordQuestion {
  readonly username: string;
  readonly subject: KeptSubject | undefined;
  /** As it was typed: the old product has rules of its own for spaces and accents. */
  readonly password: string;
}

/**
 * Why an old product refuses somebody, beyond a wrong password. "other": the account is not the one that was imported. "ambiguous": several
 * accounts have the name.
 */
export type OldAccountState =
  | "absent"
  | "ambiguous"
  | "disabled"
  | "expired"
  | "locked"
  | "other"
  | "restricted";

/** How the old product is asked. */
export type AskingKind =
  | { readonly kind: "webhook"; readonly secret: Uint8Array }
  | { readonly kind: "password-grant"; readonly client: string; readonly secret: Secret | undefined }
  | { readonly kind: "cognito"; readonly client: string; readonly secret: Secret | undefined };

/** What differs between two questions. */
interface Asked {
  readonly question: OldPasswordQuestion;
  readonly id: string;
  readonly now: Instant;
}

/** A request by POST. */
interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of the old product. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

/** The request that asks. The secret is never part of the address, and the password only of the body. */
export function requestOf(system: AskingKind, asked: Asked): Request {
  switch (system.kind) {
    case "webhook":
      return signedQuestion(system, asked);
    case "password-grant":
      return passwordGrant(system, asked.question);
    case "cognito":
      return initiateAuth(system, asked.question);
  }
}

/**
 * What the answer says; undefined if it says nothing about the password. The name alone does not say whose password it is: the old product
 * may tell `ada` from `Ada`, or have given the name away. So an answer that proves another `subject` than the imported one is a no, and one
 * that proves none too. A webhook gets the subject, and compares it itself.
 */
export function readAnswer(
  { kind }: AskingKind,
  answer: Answer,
  subject: KeptSubject | undefined,
): boolean | undefined {
  const content = parseJsonObject(answer.body);
  if (content === undefined) return undefined;
  if (kind === "webhook")
    return answer.status === 200 && typeof content.valid === "boolean" ? content.valid : undefined;
  const read = kind === "cognito" ? readCognito : readTokenAnswer;
  const isRight = read(answer.status, content);
  if (isRight !== true || subject === undefined) return isRight;
  const { id_token: idToken } = content;
  const { AuthenticationResult: result } = content;
  const proof = kind === "cognito" ? isJsonObject(result) && result.IdToken : idToken;
  // It came from the old product itself, over TLS, so its signature proves nothing more (OpenID Connect Core §3.1.3.7).
  return typeof proof === "string" && readJwt(proof)?.claims.sub === subject;
}

/** A message as Standard Webhooks signs them. */
function signedQuestion({ secret }: Extract<AskingKind, { kind: "webhook" }>, asked: Asked): Request {
  const { username, subject = null, password } = asked.question;
  const body = JSON.stringify({ username, subject, password });
  const signed = webhookHeaders({ id: asked.id, timestamp: wholeSeconds(asked.now), body }, [secret]);
  return { headers: { ...signed, "content-type": "application/json" }, body };
}

/** RFC 6749 §4.3. The client authenticates in the body, which Keycloak and Auth0 both take. */
function passwordGrant(
  { client, secret }: Extract<AskingKind, { kind: "password-grant" }>,
  { username, password }: OldPasswordQuestion,
): Request {
  const form = new URLSearchParams({
    grant_type: "password",
    username,
    password,
    client_id: client,
    // For the ID token, which says whose password it is.
    scope: "openid",
  });
  if (secret !== undefined) form.set("client_secret", secret.reveal());
  return { headers: { "content-type": "application/x-www-form-urlencoded" }, body: form.toString() };
}

/**
 * RFC 6749 §5.1, §5.2. Keycloak refuses a wrong password with 401, Auth0 with 403. Auth0 answers `mfa_required` only to the right
 * password (auth0.com/docs, "Authenticate Using ROPG Flow with MFA").
 */
function readTokenAnswer(status: number, { access_token: token, error }: JsonObject): boolean | undefined {
  if (status === 200) return typeof token === "string" && token !== "" ? true : undefined;
  if (status < 400 || status > 499) return undefined;
  if (error === "mfa_required") return true;
  return error === "invalid_grant" ? false : undefined;
}

/** The operation InitiateAuth of Amazon Cognito with the flow USER_PASSWORD_AUTH; clients with a secret send a hash of it. */
function initiateAuth(
  { client, secret }: Extract<AskingKind, { kind: "cognito" }>,
  { username, password }: OldPasswordQuestion,
): Request {
  const hash =
    secret &&
    createHmac("sha256", secret.reveal())
      .update(username + client)
      .digest("base64");
  const parameters = { USERNAME: username, PASSWORD: password, ...(hash && { SECRET_HASH: hash }) };
  return {
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
    },
    body: JSON.stringify({ AuthFlow: "USER_PASSWORD_AUTH", ClientId: client, AuthParameters: parameters }),
  };
}

/** The challenges that Cognito sets only after the right password. A password that an administrator set for once is not one of them. */
const challengesAfterPassword: ReadonlySet<unknown> = new Set([
  "SMS_MFA",
  "SOFTWARE_TOKEN_MFA",
  "EMAIL_OTP",
  "SELECT_MFA_TYPE",
  "MFA_SETUP",
]);
const refusals = /^(?:.*#)?(?:UserNotFound|UserNotConfirmed|PasswordResetRequired)Exception$/;
/** NotAuthorizedException is also what a wrong hash of the client's secret is answered with. */
const wrongPassword = /^(?:Incorrect username or password|User is disabled)/;

function readCognito(status: number, content: JsonObject): boolean | undefined {
  const { AuthenticationResult: result, ChallengeName: challenge, __type: type, message } = content;
  if (status === 200) {
    if (typeof result === "object" && result !== null) return true;
    return typeof challenge === "string" ? challengesAfterPassword.has(challenge) : undefined;
  }
  if (status !== 400 || typeof type !== "string") return undefined;
  if (refusals.test(type)) return false;
  const isRefused = type.endsWith("NotAuthorizedException") && wrongPassword.test(String(message));
  return isRefused ? false : undefined;
}
