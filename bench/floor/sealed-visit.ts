import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const visitorBytes = 16;
/** No secret: nobody signs in to a floor. */
const key = createSecretKey(Buffer.alloc(32, "floor"));

/** The user of a visit as the floor's rows are found by it. */
export function visitorOf(user: number): string {
  return user.toString(16).padStart(2 * visitorBytes, "0");
}

/** A cookie that the floor can open, as long as one of Latchkey's, so that both decrypt as many bytes. */
export function sealVisit(user: number, like: string): string {
  const plaintext = Buffer.alloc(Buffer.from(like, "base64url").length - nonceBytes - tagBytes);
  plaintext.write(visitorOf(user), "hex");
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]).toString(
    "base64url",
  );
}

/** Whose visit a cookie is. Throws if the floor did not seal it. */
export function openVisit(sealed: string): string {
  const message = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(algorithm, key, message.subarray(0, nonceBytes));
  decipher.setAuthTag(message.subarray(message.length - tagBytes));
  const plaintext = decipher.update(message.subarray(nonceBytes, message.length - tagBytes));
  decipher.final();
  return plaintext.toString("hex", 0, visitorBytes);
}
