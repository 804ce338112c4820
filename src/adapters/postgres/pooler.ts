import type { Client } from "pg";
import { StoreUnopenable } from "../store.ts";

const rounds = 5;
const askMilliseconds = 2_500;

/**
 * Rejects with `StoreUnopenable` if a pooler gives each transaction another session of the server: what a connection sets up,
 * such as commits that wait for the disk, would hold for somebody else. A pooler that keeps a session for each connection is fine.
 */
export async function requireOwnSession(
  client: Client,
  location: string,
  connectAnother: () => Promise<Client>,
): Promise<void> {
  // A pooler makes up the number that a connection begins with; without one it is the session's own.
  if ("processID" in client && client.processID === (await sessionOf(client))) return;
  const another = await connectAnother();
  try {
    if (await hasOwnSession(client, another)) return;
  } finally {
    await another.end();
  }
  await client.end();
  throw new StoreUnopenable(
    "not-writable",
    `Cannot open ${location}: the pooler there shares sessions between connections, so no connection could make its commits wait for the disk. Set pool_mode = session for this database in the pooler, or let LATCHKEY_DATABASE_URL name the server itself.`,
  );
}

/**
 * True if two connections have one session each, and not the same. Asked in turns, twice in a row too: a pooler that takes the
 * session that was free last answers both with one, and a pooler that takes them in turn answers one with two.
 */
async function hasOwnSession(client: Client, another: Client): Promise<boolean> {
  const [own, others] = [new Set<unknown>(), new Set<unknown>()];
  for (let round = 0; round < rounds; round += 1)
    for (const [asked, sessions] of [
      ...[[client, own] as const, [client, own] as const, [another, others] as const],
      ...[[client, own] as const, [another, others] as const, [another, others] as const],
    ])
      sessions.add(await sessionOf(asked));
  return own.size === 1 && others.size === 1 && own.isDisjointFrom(others);
}

async function sessionOf(client: Client): Promise<unknown> {
  const asking = { text: "SELECT pg_backend_pid() AS session", query_timeout: askMilliseconds };
  const { rows } = await client.query(asking);
  return rows[0]?.session;
}
