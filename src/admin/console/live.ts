import type { Reply, ReplyStream } from "../../http/reply.ts";
import type { Web } from "../../http/web.ts";
import type { AdminScope } from "../../protocol/api/admin-scopes.ts";
import type { AccountId } from "../../values/ids.ts";
import { operatorOf } from "./sign-in.ts";
import type { Visit } from "./visit.ts";

/** How often a stream checks whether the service is stopping. */
const tickMilliseconds = 500;
/** Load balancers close connections that are silent for longer. */
const silentTicksMax = 24;
const streamsOfOneMax = 4;
const streamsMax = 100;

/** What a stream sends. */
interface Live {
  /** The scope that the operator needs, checked again before each message. */
  readonly scope: AdminScope;
  readonly everySeconds: number;
  /** A message for the page; undefined if there is nothing new. */
  readonly look: () => Promise<LiveMessage | undefined>;
}

/** Markup for the page: parts to replace, or rows to prepend. */
export interface LiveMessage {
  readonly event: "parts" | "rows";
  readonly markup: string;
  /** The position that the page has reached and sends when it reconnects. */
  readonly id?: number | undefined;
}

/** True while the operator is still allowed to receive a streamed response. */
export async function mayGoOn({ web, session }: Visit, scope: AdminScope): Promise<boolean> {
  const operator = await operatorOf(web, session.token);
  return operator.ok && operator.value.scopes.has(scope);
}

// One process has one service, except in tests.
const openStreams = new WeakMap<Web, Map<AccountId, number>>();

/** Answers with server-sent events until the page is closed, the token expires or the service stops. */
export function streamTo(visit: Visit, { scope, everySeconds, look }: Live): Reply {
  const { web, account } = visit;
  const open = openStreams.get(web) ?? new Map<AccountId, number>();
  openStreams.set(web, open);
  const own = open.get(account.id) ?? 0;
  const all = [...open.values()].reduce((sum, count) => sum + count, 0);
  if (own >= streamsOfOneMax || all >= streamsMax)
    return web.replies.json(429, { error: "too many live pages are open" }, { "retry-after": "60" });
  return web.replies.stream("text/event-stream", (stream) => {
    open.set(account.id, (open.get(account.id) ?? 0) + 1);
    let [silentTicks, waitedTicks] = [0, 0];
    let isLooking = false;
    const page = createPacedStream(stream);
    const write = (text: string) => {
      silentTicks = 0;
      page.write(text);
    };
    const lookAgain = async () => {
      if (!(await mayGoOn(visit, scope))) return stream.end();
      const message = await look();
      if (message) write(textOf(message));
    };
    const timer = setInterval(() => {
      silentTicks += 1;
      waitedTicks += 1;
      if (web.administration.isStopping()) return stream.end();
      if (page.isBehind()) return page.wait();
      if (silentTicks >= silentTicksMax) write(":\n\n");
      if (isLooking || waitedTicks * tickMilliseconds < everySeconds * 1_000) return;
      [isLooking, waitedTicks] = [true, 0];
      // The page's event source reconnects and then learns the reason.
      lookAgain()
        .catch(() => stream.end())
        .finally(() => {
          isLooking = false;
        });
    }, tickMilliseconds).unref();
    stream.onClosed(() => {
      clearInterval(timer);
      const left = (open.get(account.id) ?? 1) - 1;
      if (left > 0) open.set(account.id, left);
      else open.delete(account.id);
    });
    write(":\n\n");
  });
}

/** How long a page may leave a message unread. */
const behindTicksMax = 60;

/**
 * A stream that holds at most one unread message: nothing is looked up or written until the page has read it, and after 30 seconds
 * the stream is closed.
 */
export function createPacedStream(stream: Pick<ReplyStream, "write" | "onDrained" | "cut">) {
  let behindTicks: number | undefined;
  return {
    write(text: string): void {
      if (stream.write(text)) return;
      behindTicks = 0;
      stream.onDrained(() => {
        behindTicks = undefined;
      });
    },
    isBehind: (): boolean => behindTicks !== undefined,
    /** Called at every tick at which the last message is still unread. */
    wait(): void {
      if (behindTicks !== undefined && ++behindTicks >= behindTicksMax) stream.cut();
    },
  };
}

function textOf({ event, markup, id }: LiveMessage): string {
  return `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(markup)}\n\n`;
}
