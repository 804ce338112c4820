/** Characters of one value in the log; no id, host or reason is longer. */
const valueLengthMax = 200;

/**
 * Matches client secrets, access tokens, codes, device codes, refresh tokens and registration tokens, also cut or percent-encoded ones. A public id
 * that happens to contain the letters of a prefix stays whole.
 */
const secretShape =
  /(?<!lk[cu][A-Za-z0-9]{0,19})(lks)[A-Za-z0-9]{16,}|(lk(?:at|ac|rt|ra|dc)(?:_|%5F))[A-Za-z0-9_-]{8,}/gi;

/** Removes every text in the shape of a secret of this service. */
export function withoutSecrets(text: string): string {
  return text.replace(secretShape, (_, secret?: string, token?: string) => `${secret ?? token}[redacted]`);
}

/** The fields of one event for the log: without secrets, and each text cut to 200 characters. */
export function loggedFields(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? cut(value) : value]),
  );
}

function cut(value: string): string {
  const text = withoutSecrets(value);
  if (text.length <= valueLengthMax) return text;
  return `${text.slice(0, valueLengthMax).toWellFormed()}… (${text.length} characters)`;
}
