import type { RequestListener } from "node:http";

/** What one request made the service read. */
export interface RequestReads {
  /** Method and path. */
  readonly request: string;
  /** How often each was read: the `Cookie` header. */
  readonly counts: Map<string, number>;
}

/** Counts what each request reads. */
export class ReadCounter {
  readonly requests: RequestReads[] = [];

  /** The same listener, under which every read belongs to its request. */
  counting(listener: RequestListener): RequestListener {
    return (message, response) => {
      const { cookie } = message.headers;
      const path = message.url?.split("?", 1)[0];
      const counts = new Map<string, number>();
      const get = () => {
        counts.set("Cookie", (counts.get("Cookie") ?? 0) + 1);
        return cookie;
      };
      Object.defineProperty(message.headers, "cookie", { get });
      this.requests.push({ request: `${message.method} ${path}`, counts });
      listener(message, response);
    };
  }
}
