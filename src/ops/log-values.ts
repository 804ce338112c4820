/** Characters of one value in the log; no id, host or reason is longer. */
const valueLengthMax = 200;

/**
 * Client secrets, access tokens, codes, refresh tokens and registration tokens, cut off or percent-encoded too. A public id that
 * happens to contain the letters of a prefix stays whole.
 */
const secretShape =
  /(?<!lk[cu][A-Za-z0-9]{0,19})(lks)[A-Za-z0-9]{16,}|(lk(?:at|ac|rt|ra)(?:_|%5F))[A-Za-z0-9_-]{8,}/gi;

/** Takes out everything in the shape of a secret of this service, wherever it stands. */
export function withoutSecrets(text: string): string {
  return text.replace(secretShape, (_, secret?: string, token?: string) => `${secret ?? token}[redacted]`);
}

/** The fields of one event as they may stand in the log: without secrets, and each text cut to 200 characters. */
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
