import { keyLives } from "../src/adapters/keys/key-lives.ts";
import { signingAlgorithms } from "../src/protocol/jwk.ts";
import { isLastingPurpose, type SymmetricPurpose, symmetricPurposes } from "../src/values/key-purpose.ts";

/** What each key is for, in the words of docs/reference.md. */
const uses: Readonly<Record<SymmetricPurpose, string>> = {
  code: "authorization codes",
  "pushed-request": "pushed requests",
  step: "sign-in forms",
  mail: "messages in the outbox",
  "mail-request": "requests for mails, until they are answered",
  device: "known browsers",
  refresh: "refresh tokens",
  "trusted-browser": "trusted browsers",
  "upstream-state": "the way to a provider and back",
  flash: "what a browser keeps for the page after a form",
  console: "visits to the console",
  "forward-auth": "Visits to protected applications, in cookies, and sign-ins to them that are under way",
  answer: "answers of the admin API to requests with an `Idempotency-Key`",
  totp: "secrets of authenticator apps",
  upstream: "the secrets that providers gave",
  webhook: "the secrets of webhooks",
  audit: "the chain of the [audit trail](audit.md)",
  subject: "[pairwise subjects](openid-connect.md#pairwise-subjects)",
};

/** The table of keys in docs/reference.md. */
export function keysTable(): string {
  const symmetric = symmetricPurposes.map((purpose) => {
    if (isLastingPurpose(purpose)) return `| \`${purpose}\` | ${uses[purpose]} | never | for good |`;
    return `| \`${purpose}\` | ${uses[purpose]} | ${lifeOf(purpose)} |`;
  });
  const signing = signingAlgorithms.map((algorithm) => `\`sign-${algorithm}\``).join(", ");
  const row = `| ${signing} | ID tokens, JWT access tokens, logout tokens, signed userinfo; made when first needed | ${lifeOf("sign-RS256")} |`;
  return [
    "| Purpose | For | Rotates every | Older keys stay for |",
    "|---|---|---|---|",
    ...symmetric,
    row,
  ].join("\n");
}

function lifeOf(purpose: keyof typeof keyLives): string {
  const { activeSeconds, retiredSeconds } = keyLives[purpose];
  return `${spoken(activeSeconds)} | ${spoken(retiredSeconds)}`;
}

function spoken(seconds: number): string {
  const [count, unit] = seconds < 86_400 ? [seconds / 60, "minute"] : [seconds / 86_400, "day"];
  return count === 1 ? unit : `${count} ${unit}s`;
}
