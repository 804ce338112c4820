import type { Language } from "../protocol/language.ts";
import type { RequestId } from "../values/ids.ts";

/** What a request shows of the browser that sent it. The cookies are texts that prove nothing before they are looked at. */
export interface Browser {
  readonly sessionCookie: string | undefined;
  /** The other accounts that are signed in here; absent in a browser with one account. */
  readonly accountsCookie?: string | undefined;
  /** Ties forms to the browser; see `ensureBrowserCookie`. */
  readonly browserCookie: string | undefined;
  /** Sealed: the accounts that signed in here before. */
  readonly deviceCookie: string | undefined;
  /** Sealed: the accounts that trust this browser. */
  readonly trustCookie: string | undefined;
  /** The User-Agent header; empty if there is none. */
  readonly userAgent: string;
  /** The network that it calls from: IPv4 /24 or IPv6 /56. */
  readonly network: string;
  /** The request that this was read from. */
  readonly requestId: RequestId;
  /** The language of the pages that it is shown. */
  readonly language: Language;
  /** The region of its reader, such as GB; absent if its languages name none. */
  readonly region?: string | undefined;
}
