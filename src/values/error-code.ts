/**
 * Returns the code that the system or a library gave an error, such as EACCES; `otherwise` where it gave none. Whether it is an error is
 * asked with `Error.isError`: for `instanceof`, the errors of Node itself are none in a realm of its own, in which Jest runs a test.
 */
export function errorCodeOf(error: unknown, otherwise = "unknown"): string {
  const code = Error.isError(error) && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : otherwise;
}
