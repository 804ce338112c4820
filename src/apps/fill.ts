import type { Application, Settings } from "./application.ts";

/** What stands in for the placeholders of a data file. */
export interface Facts {
  /** The base URL of the service. */
  readonly issuer: string;
  /** The address of the application, without a slash at the end. */
  readonly host: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a reader replaces, where nothing better is known. */
export function exampleFacts({ name }: Application): Facts {
  return {
    issuer: "https://id.example.org",
    host: `https://${name}.example.org`,
    clientId: "CLIENT_ID",
    clientSecret: "CLIENT_SECRET",
  };
}

/** Replaces `{issuer}`, `{host}` and the other placeholders. Other braces stay: many applications use them themselves. */
export function fill(text: string, { issuer, host, clientId, clientSecret }: Facts): string {
  const url = URL.parse(host);
  const values: Readonly<Record<string, string>> = {
    issuer,
    issuer_host: URL.parse(issuer)?.host ?? "",
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorization: `${issuer}/v1/Oauth/authorization`,
    token: `${issuer}/v1/Oauth/token`,
    userinfo: `${issuer}/v1/Oauth/userinfo`,
    introspection: `${issuer}/v1/Oauth/introspection`,
    keys: `${issuer}/.well-known/jwks.json`,
    logout: `${issuer}/v1/Oauth/logout`,
    host,
    hostname: url?.hostname ?? "",
    client_id: clientId,
    client_secret: clientSecret,
  };
  return text.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** The settings as text: a file, or lines of fields. */
export function filledSettings(settings: Settings, facts: Facts): string {
  if ("text" in settings) return fill(settings.text, facts);
  return Object.entries(settings.fields)
    .map(([field, value]) => `${field}: ${fill(value, facts)}`)
    .join("\n");
}

/** Where the settings go, without the marks of Markdown. */
export function settingsPlace(settings: Settings, facts: Facts): string {
  return fill(settings.in, facts).replaceAll(/`|\*+/g, "");
}
