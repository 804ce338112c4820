/** Host, port and name of a database, as messages show it: without user, password and options. */
export function locationOf(url: string): string {
  if (!URL.canParse(url)) return "the PostgreSQL database";
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = hostname || searchParams.get("host") || "localhost";
  return `postgres://${host}${port === "" ? "" : `:${port}`}${pathname}`;
}
