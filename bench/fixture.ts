import type { Fixture } from "./floor/listen.ts";
import type { Latchkey } from "./latchkey.ts";

/** The values for the floors: Latchkey's own client and cookies, so that all requests are as long. */
export function fixtureOf({ client, users }: Latchkey): Omit<Fixture, "folder"> {
  const sessions = users.flatMap(({ cookies }) =>
    Object.entries(cookies).flatMap(([name, value]) => (name.endsWith("session") ? [value] : [])),
  );
  return { ...client, sessions, holders: users };
}
