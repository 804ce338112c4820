import { createHmac } from "node:crypto";

/** How long a replaced secret signs beside the new one, so that a receiver can change over. */
export const secretOverlapSeconds = 86_400;
/** A secret has this many bytes; the scheme allows 24 to 64. */
export const webhookSecretBytes = 32;

/** A secret as operators give it to receivers: `whsec_` and base64. */
export function formatWebhookSecret(secret: Uint8Array): string {
  return `whsec_${Buffer.from(secret).toString("base64")}`;
}

/** A message as it is signed: its id, the time of sending in seconds, and its body. */
interface SignedMessage {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

/** The header fields of the Standard Webhooks scheme, with a signature by each of the secrets. */
export function webhookHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly Uint8Array[],
): Readonly<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(content).digest("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": `${timestamp}`,
    "webhook-signature": signatures.join(" "),
  };
}
