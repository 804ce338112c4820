/**
 * Returns the code that the system or a library gave an error, such as EACCES; `otherwise` if it gave none. `Error.isError` and not
 * `instanceof`, because Jest runs tests in a realm of its own, where the errors of Node are no instances of `Error`.
 */
export function errorCodeOf(error: unknown, otherwise = "unknown"): string {
  const code = Error.isError(error) && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : otherwise;
}
