import type { Fixture, TokenHolder } from "./floor/listen.ts";
import type { Latchkey } from "./latchkey.ts";
import { usersCount } from "./sections/context.ts";

/** The values for the floors: Latchkey's own client and cookies where it takes part, so that all requests are as long. */
export function fixtureOf(latchkey: Latchkey | undefined): Omit<Fixture, "folder"> {
  if (latchkey === undefined) {
    const sessions = Array.from({ length: usersCount }, (_, index) => String(index).padStart(43, "s"));
    return {
      clientId: "c".repeat(24),
      clientSecret: "s".repeat(48),
      redirectUri: "https://app.example/cb",
      sessions,
      holders: sessions.map((_, index) => standInHolder(index)),
    };
  }
  const sessions = latchkey.users.flatMap(({ cookies }) =>
    Object.entries(cookies).flatMap(([name, value]) => (name.endsWith("session") ? [value] : [])),
  );
  return { ...latchkey.client, sessions, holders: latchkey.users };
}

/** Somebody with one token of the shape that Latchkey's have. */
function standInHolder(index: number): TokenHolder {
  const bytes = Buffer.alloc(48, index);
  bytes.writeUIntBE(Date.now(), 0, 6);
  return {
    userId: String(index).padStart(23, "u"),
    username: `bench-${index}`,
    tokens: [`lkat_${bytes.toString("base64url")}`],
  };
}
