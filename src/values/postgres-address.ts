import { ok, type Result, refuse } from "./result.ts";

/** One of the servers that an address names. */
interface PostgresHost {
  /** Host and port, as messages show them. */
  readonly name: string;
  /** The address with this host alone, as the driver reads it. It may hold a password. */
  readonly url: string;
}

/** An address of PostgreSQL, in the form of libpq: `postgres://user:password@h1:5432,h2:5432/name?sslmode=verify-full`. */
export interface PostgresAddress {
  /** Hosts, ports and name, without user, password and options. */
  readonly location: string;
  /** At least one, in the order in which they are tried. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
}

const form = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^@/?#]*)(\/[^/?#]+)(?:\?([^#]*))?$/;
const sslModes: ReadonlySet<string> = new Set([
  ...["disable", "allow", "prefer", "require", "verify-ca", "verify-full", "no-verify"],
]);
/** The driver checks the certificate and the name in it in all of these, and warns if the mode is not called so. */
const checkedModes: ReadonlySet<string> = new Set(["allow", "prefer", "require", "verify-ca"]);
const hostsMax = 16;

/** Reads an address. The refusal never repeats the text, which may hold a password. */
export function parsePostgresAddress(text: string): Result<PostgresAddress, string> {
  const [, scheme, user, authority, path, query] = form.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || path === undefined)
    return refuse("A PostgreSQL address looks like postgres://user:password@host:5432/name.");
  const options = new URLSearchParams(query ?? "");
  const problem = optionProblem(options);
  if (problem !== undefined) return refuse(problem);
  const places = options.has("host") ? placesInOptions(options) : placesIn(authority);
  if (places === undefined) return refuse("It names as many ports as hosts, or one port for all of them.");
  if (places.length > hostsMax) return refuse(`It names ${hostsMax} hosts at most.`);
  const search = searchOf(options);
  const hosts = places.map(({ host, port }) => {
    const isSocket = host.startsWith("/");
    const own = new URLSearchParams(search);
    if (isSocket) own.set("host", host);
    if (isSocket && port !== "") own.set("port", port);
    const place = isSocket ? "" : `${host}${port === "" ? "" : `:${port}`}`;
    const shown = `${host === "" ? "localhost" : host}${port === "" ? "" : `:${port}`}`;
    return { name: shown, url: `${scheme}${user}${place}${path}${own.size === 0 ? "" : `?${own}`}` };
  });
  const [first, ...others] = hosts;
  if (first === undefined || hosts.some(({ url }) => !isReadable(url)))
    return refuse("A PostgreSQL address looks like postgres://user:password@host:5432/name.");
  const location = `postgres://${hosts.map(({ name }) => name).join(",")}${path}`;
  return ok({ location, hosts: [first, ...others] });
}

/** The same address with another database: a name of letters, digits and underscores. */
export function withDatabase(text: string, name: string): string {
  return text.replace(form, (_, scheme, user, authority, __, query) =>
    [scheme, user, authority, `/${name}`, ...(query === undefined ? [] : [`?${query}`])].join(""),
  );
}

function optionProblem(options: URLSearchParams): string | undefined {
  const wanted = options.get("target_session_attrs") ?? "read-write";
  if (!["read-write", "primary", "any"].includes(wanted))
    return "Latchkey writes to its database, so target_session_attrs is read-write or left out.";
  const mode = options.get("sslmode") ?? "disable";
  if (!sslModes.has(mode)) return "sslmode is disable or verify-full.";
  return undefined;
}

interface Place {
  readonly host: string;
  readonly port: string;
}

/** The part of an address before its path; an IPv6 address stands in brackets. */
function placesIn(authority: string): readonly Place[] {
  return authority.split(",").map((place) => {
    const [, host = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(place) ?? [];
    // A folder of a socket may stand there with its slashes escaped.
    return { host: /^%2f/i.test(host) ? decodeURIComponent(host) : host, port };
  });
}

/** `?host=h1,h2&port=5432,5433`, which comes before the part of the address before its path. */
function placesInOptions(options: URLSearchParams): readonly Place[] | undefined {
  const hosts = (options.get("host") ?? "").split(",");
  const ports = (options.get("port") ?? "").split(",");
  if (ports.length !== 1 && ports.length !== hosts.length) return undefined;
  return hosts.map((host, index) => ({
    host: host.includes(":") && !host.startsWith("[") ? `[${host}]` : host,
    port: ports[ports.length === 1 ? 0 : index] ?? "",
  }));
}

/** The options that the driver is given with every host. */
function searchOf(options: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(options);
  for (const name of ["host", "port", "target_session_attrs"]) search.delete(name);
  const isLikeLibpq = search.get("uselibpqcompat") === "true";
  if (!isLikeLibpq && checkedModes.has(search.get("sslmode") ?? "")) search.set("sslmode", "verify-full");
  // libpq's word for the certificates that the system trusts, which are Node's own.
  if (search.get("sslrootcert") === "system") {
    search.delete("sslrootcert");
    search.set("sslmode", "verify-full");
  }
  return search;
}

function isReadable(url: string): boolean {
  if (URL.canParse(url)) return true;
  // Without a host, `postgres://user@/name?host=/run/postgresql`, URL refuses what the driver reads.
  return URL.canParse(url.replace("@/", "@localhost/"));
}
