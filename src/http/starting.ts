import type { RequestListener } from "node:http";
import { type Events, recordFailure } from "../flows/events.ts";
import type { Random } from "../flows/ports.ts";
import type { OnLanguageFailure } from "../pages/catalogues.ts";
import { toBase64Url } from "../values/base64url.ts";
import type { BrandSettings } from "../values/brand.ts";
import { type Issuer, isHttps } from "../values/issuer.ts";
import { createApp } from "./app.ts";
import { createBrand } from "./brand.ts";
import { createClientAddress, createProxyTrust } from "./client-address.ts";
import { createCookies } from "./cookies.ts";
import { createErrorResponses } from "./error-responses.ts";
import type { Incoming } from "./incoming.ts";
import { createLanguages } from "./language.ts";
import type { ErrorFormat } from "./near-path.ts";
import { pathsOf } from "./paths.ts";
import { createReplies } from "./reply.ts";
import { healthRoutes } from "./routes.ts";
import { readBrowser } from "./web.ts";

interface StartingOptions {
  readonly issuer: Issuer;
  readonly events: Events;
  readonly random: Random;
  readonly trustedProxies: readonly string[];
  readonly hstsForSubdomains: boolean;
  readonly brand: BrandSettings;
  readonly onLanguageFailure: OnLanguageFailure;
}

/** Answers while the database is being opened: `/livez` with 200, everything else with 503 and Retry-After. */
export function createStartingListener({
  issuer,
  events,
  random,
  trustedProxies,
  hstsForSubdomains,
  brand,
  onLanguageFailure,
}: StartingOptions): RequestListener {
  const replies = createReplies({ isHttps: isHttps(issuer), hstsForSubdomains });
  const paths = pathsOf(issuer);
  const cookies = createCookies(isHttps(issuer));
  const { readerOf, textsFor } = createLanguages({
    languageCookie: cookies.language,
    brand: createBrand({ ...brand, logo: undefined }, paths),
    paths,
    onLanguageFailure,
  });
  const nonce = () => toBase64Url(random.bytes(16));
  const errorResponses = createErrorResponses({
    replies,
    events,
    paths,
    textsFor,
    nonce,
    isDevelopment: false,
  });
  const unavailable = (incoming: Incoming) => errorResponses.unavailable(errorFormatFor(incoming), incoming);
  return createApp({
    routes: healthRoutes(replies, paths, { isReady: () => false }),
    errorResponses: { ...errorResponses, notFound: unavailable },
    endpointOf: () => "none",
    findNearPath: () => undefined,
    isStopping: () => false,
    issuerOrigin: new URL(issuer).origin,
    isFromProxy: createProxyTrust(trustedProxies),
    clientAddress: createClientAddress(trustedProxies),
    readBrowser: (incoming) => readBrowser(cookies, readerOf, incoming),
    processPrefix: random.alphanumeric(6),
    onFailure: (error, incoming) => recordFailure(events, error, incoming),
  });
}

/** No route tells the reader of the answer yet, so the request does: a browser that navigates accepts HTML. */
function errorFormatFor(incoming: Incoming): ErrorFormat {
  return incoming.header("accept")?.includes("text/html") ? "page" : "json";
}
