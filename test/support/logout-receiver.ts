import type { ServerResponse } from "node:http";
import { type Receiver, startReceiver } from "./receiver.ts";

/** A request as it arrived at a client's backchannel_logout_uri. */
export interface ReceivedLogout {
  readonly method: string | undefined;
  readonly contentType: string | undefined;
  readonly form: URLSearchParams;
}

/** A client's server that waits for logout tokens. */
export type LogoutReceiver = Receiver<ReceivedLogout>;

/** Without `answer` everything is accepted. */
export function startLogoutReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.writeHead(200).end(),
): Promise<LogoutReceiver> {
  return startReceiver(
    ({ method, headers, body }) => ({
      method,
      contentType: headers["content-type"],
      form: new URLSearchParams(body),
    }),
    answer,
  );
}
