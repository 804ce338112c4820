import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from "node:net";

/** A request that reached the application. */
export interface Reached {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly bodyBytes: number;
}

/** An application that knows nothing of sign-ins and believes the headers of its proxy, as many do. */
export class TrustingApplication implements AsyncDisposable {
  readonly reached: Reached[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TrustingApplication> {
    const server = createServer();
    const application = new TrustingApplication(server);
    server.on("connection", (socket) => application.#sockets.add(socket));
    server.on("request", (request, response) => {
      let bodyBytes = 0;
      request.on("data", (chunk: Buffer) => {
        bodyBytes += chunk.length;
      });
      request.on("end", () => {
        const { method = "", url = "", headers, rawHeaders } = request;
        application.reached.push({ method, url, headers, rawHeaders, bodyBytes });
        const name = headers["remote-user"] ?? "nobody";
        response.setHeader("content-type", "text/html");
        response.end(
          `<!doctype html><title>Wiki</title><h1 id="who">Hello ${name}</h1>
           <form method="post" action="/notes"><input name="note"><button id="save">Save</button></form>`,
        );
      });
    });
    // RFC 6455: a handshake, and one text frame that says who is there.
    server.on("upgrade", (request, socket) => {
      const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash("sha1").update(key).digest("base64");
      const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
      socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join("\r\n")}\r\n\r\n`);
      const text = Buffer.from(`hello ${request.headers["remote-user"] ?? "nobody"}`);
      socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]));
      socket.on("error", () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return application;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

/** A wire between a proxy and the service, which counts what goes to the service and can be cut. */
export class CountingWire implements AsyncDisposable {
  /** Bytes towards the service. */
  sentBytes = 0;
  isCut = false;
  readonly #server: TcpServer;
  readonly #sockets = new Set<Socket>();

  private constructor(server: TcpServer) {
    this.#server = server;
  }

  static async to(port: number): Promise<CountingWire> {
    const server = createTcpServer();
    const wire = new CountingWire(server);
    server.on("connection", (socket) => {
      if (wire.isCut) return socket.destroy();
      const there = connect(port, "127.0.0.1");
      for (const end of [socket, there]) wire.#sockets.add(end);
      socket.on("data", (chunk: Buffer) => {
        wire.sentBytes += chunk.length;
        if (wire.isCut) socket.destroy();
      });
      socket.pipe(there).pipe(socket);
      for (const end of [socket, there])
        end.on("error", () => {
          socket.destroy();
          there.destroy();
        });
      return socket;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
