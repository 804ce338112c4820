import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

interface Node {
  readonly port: number;
  readonly agent: Agent;
  isReady: boolean;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

const checkEveryMilliseconds = 200;

/**
 * A reverse proxy over several nodes. It keeps connections and asks each node's `/readyz`. Like nginx by default, it repeats a failed
 * request on another node only where the request was never sent or its method is idempotent.
 */
export class Balancer {
  readonly #server = createServer((incoming, response) => void this.#answer(incoming, response));
  readonly #nodes: Node[] = [];
  readonly #checks: NodeJS.Timeout;
  #turn = 0;

  private constructor() {
    this.#checks = setInterval(() => {
      for (const node of this.#nodes) void this.#check(node);
    }, checkEveryMilliseconds);
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, "127.0.0.1");
    await once(balancer.#server, "listening");
    return balancer;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The balancer has no port.");
    return `http://localhost:${address.port}`;
  }

  /** The node is used once it says that it is ready. */
  add(port: number): void {
    this.#nodes.push({ port, agent: new Agent({ keepAlive: true }), isReady: false });
  }

  /** Resolves when this many nodes are in use. */
  async inUse(count: number): Promise<void> {
    while (this.#nodes.filter(({ isReady }) => isReady).length < count)
      await Promise.all(this.#nodes.map((node) => this.#check(node)));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#checks);
    for (const { agent } of this.#nodes) agent.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #check(node: Node): Promise<void> {
    const headers = { host: "localhost", connection: "close" };
    const check = { method: "GET", path: "/readyz", headers, port: node.port, agent: false as const };
    node.isReady = await send(check).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { method = "GET", url = "/", headers } = incoming;
    const forwarded = { ...headers, connection: "keep-alive", "x-forwarded-for": "192.0.2.1" };
    const tried = new Set<Node>();
    for (;;) {
      const node = this.#next(tried);
      if (node === undefined) return void response.writeHead(502).end("no node");
      tried.add(node);
      try {
        const { port, agent } = node;
        const answer = await send({ method, path: url, headers: forwarded, port, agent }, body);
        const { connection: _, "keep-alive": __, ...kept } = answer.headers;
        return void response.writeHead(answer.status, kept).end(answer.body);
      } catch (error) {
        const wasSent = !(error instanceof Error && "code" in error && error.code === "ECONNREFUSED");
        if (wasSent && method !== "GET" && method !== "HEAD")
          return void response.writeHead(502).end(String(error));
      }
    }
  }

  #next(tried: ReadonlySet<Node>): Node | undefined {
    const usable = this.#nodes.filter((node) => node.isReady && !tried.has(node));
    this.#turn += 1;
    return usable[this.#turn % usable.length];
  }
}

function send(options: Parameters<typeof request>[1] & object, body?: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", ...options }, (incoming) => {
      buffer(incoming).then(
        (content) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: content }),
        reject,
      );
    });
    outgoing.on("error", reject).end(body);
  });
}
