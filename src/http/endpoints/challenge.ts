/**
 * The error as parameters of a `WWW-Authenticate` challenge (RFC 6750 §3). Commas of the description become semicolons: the
 * parser of oauth4webapi 2 takes ", word" for the next challenge even inside quotes, and loses the rest of the sentence.
 */
export function challengeError(error: string, description: string): string {
  return `error="${error}", error_description="${description.replaceAll(",", ";")}"`;
}
