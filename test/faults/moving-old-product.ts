import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** How the first question about a person is answered that comes outside an outage; later ones are answered within some milliseconds. */
export type FirstAnswer = "prompt" | "slow" | "status 500" | "reset" | "none";

/** A person of the old product, and what it was asked about them. */
export interface OldAccount {
  readonly username: string;
  readonly subject: string;
  readonly password: string;
  readonly firstAnswer: FirstAnswer;
  questions: number;
  /** The questions that were answered "valid". */
  confirmations: number;
}

const secret = Buffer.alloc(32, 7);
const promptMillisecondsMax = 30;
/** Well within the three seconds that the service waits, on a busy machine too. */
const slowMilliseconds = 1_200;
/** How long an outage goes on after it has as many questions as were waited for, so that one too many would show. */
const outageMilliseconds = 500;
const outageMillisecondsMax = 30_000;

/** The product that people come from, which is asked by a signed webhook. It answers late, wrongly or not at all at times. */
export class OldProduct implements AsyncDisposable {
  readonly violations: string[] = [];
  questions = 0;
  /** The most questions that were without an answer at one time. */
  underWayPeak = 0;
  readonly #accounts: ReadonlyMap<string, OldAccount>;
  readonly #ids = new Set<string>();
  readonly #answered = new Set<OldAccount>();
  readonly #underWay = new Set<ServerResponse>();
  readonly #server = createServer((message, response) => void this.#take(message, response).catch(() => {}));
  #outage: { readonly atLeast: number; readonly ended: PromiseWithResolvers<void> } | undefined;

  constructor(accounts: readonly OldAccount[]) {
    this.#accounts = new Map(accounts.map((account) => [account.username, account]));
  }

  /** Starts it, and returns the settings by which a service asks it. */
  async start(): Promise<Readonly<Record<string, string>>> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return {
      LATCHKEY_IMPORT_CHECK_URL: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/check`,
      LATCHKEY_IMPORT_CHECK_SECRET: `whsec_${secret.toString("base64")}`,
      LATCHKEY_IMPORT_CHECK_UNTIL: "2999-12-31",
    };
  }

  /** Answers nothing until this many questions wait at once, or for half a minute. Then it cuts them off and answers again. */
  beginOutage(atLeast: number): void {
    const ended = Promise.withResolvers<void>();
    this.#outage = { atLeast, ended };
    void this.#endOutage(outageMillisecondsMax, ended.promise);
  }

  /** Resolves as soon as there is no outage. */
  async recovered(): Promise<void> {
    await this.#outage?.ended.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #endOutage(milliseconds: number, ended: Promise<void>): Promise<void> {
    await Promise.race([pause(milliseconds, undefined, { ref: false }), ended]);
    const outage = this.#outage;
    if (outage?.ended.promise !== ended) return;
    this.#outage = undefined;
    for (const response of this.#underWay) response.socket?.resetAndDestroy();
    outage.ended.resolve();
  }

  async #take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    this.questions += 1;
    this.#underWay.add(response);
    this.underWayPeak = Math.max(this.underWayPeak, this.#underWay.size);
    // The end of the connection comes first: the service may ask again before the connection is closed on this side too.
    for (const event of ["end", "close"]) message.socket.once(event, () => this.#underWay.delete(response));
    const account = this.#judge(message, await text(message));
    if (account === "unknown") return this.#answer(response, false);
    if (this.#outage !== undefined) {
      if (this.#underWay.size >= this.#outage.atLeast)
        void this.#endOutage(outageMilliseconds, this.#outage.ended.promise);
      return;
    }
    const { person, isRight } = account;
    const kind = this.#answered.has(person) ? "prompt" : person.firstAnswer;
    this.#answered.add(person);
    if (kind === "none") return;
    await pause(kind === "slow" ? slowMilliseconds : 1 + Math.random() * promptMillisecondsMax);
    if (!this.#underWay.has(response)) return;
    if (kind === "reset") return void message.socket.resetAndDestroy();
    if (kind === "status 500") return this.#answer(response, undefined);
    if (isRight) person.confirmations += 1;
    this.#answer(response, isRight);
  }

  /** Verifies the question as a receiver of Standard Webhooks does, and looks the person up. */
  #judge(
    { headers }: IncomingMessage,
    body: string,
  ): "unknown" | { readonly person: OldAccount; readonly isRight: boolean } {
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = headers;
    const signed = createHmac("sha256", secret).update(`${id}.${at}.${body}`).digest("base64");
    if (signature !== `v1,${signed}`) this.violations.push("a question is not signed");
    if (this.#ids.has(String(id))) this.violations.push("a question came twice");
    this.#ids.add(String(id));
    const { username, subject, password }: Record<string, unknown> = JSON.parse(body);
    const person = this.#accounts.get(String(username));
    if (person === undefined) return "unknown";
    person.questions += 1;
    if (subject !== person.subject)
      this.violations.push(`the question about ${person.username} names ${subject}`);
    return { person, isRight: password === person.password };
  }

  #answer(response: ServerResponse, valid: boolean | undefined): void {
    this.#underWay.delete(response);
    response.writeHead(valid === undefined ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ valid }));
  }
}
