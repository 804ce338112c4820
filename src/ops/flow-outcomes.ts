import type { Event } from "../flows/events.ts";

/** What somebody came for, and how it ended. */
interface FlowOutcome {
  readonly flow: string;
  readonly outcome: "ok" | "refused";
}

const ok = (flow: string): FlowOutcome => ({ flow, outcome: "ok" });
const refused = (flow: string): FlowOutcome => ({ flow, outcome: "refused" });

/** The events that end a flow. All others happen within one, or are no flow of a person or client. */
const flows: Partial<Readonly<Record<Event["kind"], FlowOutcome>>> = {
  "signed-in": ok("sign-in"),
  "sign-in-refused": refused("sign-in"),
  "second-factor-proved": ok("second-factor"),
  "second-factor-refused": refused("second-factor"),
  "passkey-added": ok("passkey"),
  "passkey-refused": refused("passkey"),
  "signed-out": ok("sign-out"),
  "server-logout-refused": refused("sign-out"),
  "code-issued": ok("authorization"),
  "authorization-refused": refused("authorization"),
  "token-issued": ok("token"),
  "exchange-refused": refused("token"),
  "code-replayed": refused("token"),
  "refresh-token-reused": refused("token"),
  "device-allowed": ok("device"),
  "device-denied": refused("device"),
  "user-code-refused": refused("device"),
  "account-created": ok("sign-up"),
  "password-recovered": ok("recovery"),
  "account-locked": ok("lock"),
  "client-registered": ok("registration"),
  "registration-refused": refused("registration"),
  "upstream-linked": ok("upstream"),
  "upstream-refused": refused("upstream"),
  "logout-not-delivered": refused("logout-delivery"),
  "request-refused": refused("request"),
  "access-refused": refused("forward-auth"),
  "app-password-refused": refused("forward-auth"),
};

/** Says which flow an event ends; undefined for an event that ends none. */
export function flowOf(kind: Event["kind"]): FlowOutcome | undefined {
  return flows[kind];
}
