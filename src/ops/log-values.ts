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

/** One value of an event for the log: a text is cut to 200 characters. Secrets in shorter ones are removed with those of the whole line. */
export function logged(value: unknown): unknown {
  return typeof value === "string" && value.length > valueLengthMax ? cut(value) : value;
}

/** Secrets go first: half a secret is none that could be recognised. */
function cut(value: string): string {
  const text = withoutSecrets(value);
  if (text.length <= valueLengthMax) return text;
  return `${text.slice(0, valueLengthMax).toWellFormed()}… (${text.length} characters)`;
}
