import { z } from "zod";
import { listSessions, revokeSession, revokeSessionsOf, sessionProblems } from "../flows/operator/session.ts";
import { sessionRecord } from "../flows/operator/session-record.ts";
import { formatSessionId, parseSessionId } from "../values/ids.ts";
import { ok } from "../values/result.ts";
import { operation } from "./operation.ts";
import { readTimeQuery, timePageAnswer } from "./page.ts";
import { termsOf } from "./precondition.ts";
import { refused } from "./problem.ts";
import { listQuery, pageOf, person, time } from "./schema.ts";
import { userParams } from "./user.ts";

const noun = "Sessions";

const sessionSchema = z
  .strictObject({
    session_id: z.string(),
    user_id: z.string(),
    username: z.string(),
    methods: z.array(z.string()).meta({ description: "How the person proved who they are (RFC 8176)." }),
    authenticated_at: time,
    last_seen_at: time,
    expires_at: time,
    user_agent: z.string(),
    browser: z.string(),
  })
  .meta({ id: "Session" });

/** The operations about signed-in browsers. */
export const sessionOperations = [
  operation({
    id: "listSessions",
    method: "get",
    path: "/sessions",
    noun,
    scope: "sessions:read",
    command: "session list",
    summary: "Live sessions, most recently used first",
    query: z.strictObject({
      ...listQuery,
      user: person.optional().meta({ description: "Only sessions of this person." }),
    }),
    status: 200,
    answer: pageOf(sessionSchema, "SessionPage"),
    run: async ({ registry, query: { user, ...query } }) => {
      const wanted = readTimeQuery(query, parseSessionId);
      if (!wanted.ok) return wanted;
      const idleLimit = registry.settings.sessionIdle;
      const listed = await listSessions({ ...registry, idleLimit }, { who: user, ...wanted.value });
      if (!listed.ok) return refused(sessionProblems, listed.reason, { parameter: "user" });
      return timePageAnswer(listed.value, sessionRecord, formatSessionId);
    },
  }),
  operation({
    id: "revokeSession",
    method: "delete",
    path: "/sessions/{session_id}",
    noun,
    scope: "sessions:write",
    command: "session revoke",
    summary: "Signs one browser out",
    params: z.object({ session_id: z.string().min(1).max(100) }),
    status: 204,
    problems: ["conflict"],
    run: async (call) => {
      const revoked = await revokeSession(call.registry, call.params.session_id, termsOf(call));
      return revoked.ok ? ok({}) : refused(sessionProblems, revoked.reason);
    },
  }),
  operation({
    id: "revokeSessionsOfUser",
    method: "delete",
    path: "/users/{user}/sessions",
    noun,
    scope: "sessions:write",
    command: "session revoke",
    summary: "Signs a person out everywhere and revokes all their tokens",
    params: userParams,
    status: 200,
    answer: z
      .strictObject({ user_id: z.string(), username: z.string(), revoked: z.int().min(0) })
      .meta({ id: "RevokedSessions" }),
    problems: ["conflict"],
    run: async (call) => {
      const revoked = await revokeSessionsOf(call.registry, call.params.user, termsOf(call));
      if (!revoked.ok) return refused(sessionProblems, revoked.reason);
      const { account, ended } = revoked.value;
      return ok({ body: { user_id: account.id, username: account.username, revoked: ended } });
    },
  }),
] as const;
