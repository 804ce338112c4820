import {
  type Application,
  categories,
  type OpenidConnection,
  type Proof,
  type ProxyConnection,
  type Source,
} from "./application.ts";
import { needsHost } from "./client.ts";
import { type Facts, fill } from "./fill.ts";

/** How an application is connected, in the words of the index. */
function connectionWords({ connection }: Application): string {
  switch (connection.kind) {
    case "openid":
      return "OpenID Connect";
    case "mcp":
      return "OAuth, as a client of MCP servers";
    case "header":
      return "The proxy, which tells it who is there";
    case "proxy":
      return "The proxy, which lets people in or not";
  }
}

/** True if nothing was read that the authors of the application or of its plugin wrote. */
function isFromOthers({ sources }: Application): boolean {
  return sources.every(isOfOthers);
}

function isOfOthers({ url, isByOthers }: Source): boolean {
  return url === undefined || isByOthers === true;
}

/** How the guide is known to work, as a sentence. */
function proofWords(application: Application): string {
  const { label, proof, sources } = application;
  const version = proof.version === undefined ? label : `${label} ${proof.version}`;
  switch (proof.by) {
    case "documentation":
      if (isFromOthers(application))
        return `**Not run.** Everything here was taken from what others published about ${version}, as of ${proof.on}: its authors’ own documentation was not read, and nobody has run it with Latchkey yet.`;
      return `**Not run.** Everything here was taken from the documentation and source of ${proof.of ?? version}${sources.some(isOfOthers) ? ", and in part from what others published," : ""} on ${proof.on}; nobody has run it with Latchkey yet.`;
    case "hand":
      return `**Run by hand.** ${version} signed people in on ${proof.on}; no test repeats it.`;
    case "test":
      return `**Run by a test.** [${proof.test}](../../${proof.test}) signs people in to ${version}, last on ${proof.on}.`;
  }
}

/** The guide of an application, as Markdown that lies in docs/apps/. */
export function writeGuide(application: Application, facts: Facts): string {
  const { label, is, name, needs, settings, signOut, traps, sources, reads } = application;
  const filled = (text: string) => fill(text, facts);
  const sections = [
    `# ${label}\n\n${sentence(is)}\n\n${proofWords(application)}`,
    `## 1. Register\n\n\`\`\`sh\nnpx latchkey client create --template ${name}${needsHost(application) ? ` --host ${facts.host}` : ""}\n\`\`\`\n\n${registration(application, facts)}`,
    [
      `## 2. Set up ${label}`,
      ...(needs === undefined ? [] : [filled(needs)]),
      ...settings.map((one) => {
        if ("fields" in one)
          return `${filled(one.in)}:\n\n${table(
            ["Field", "Value"],
            Object.entries(one.fields).map(([field, value]) => [field, codeCell(filled(value))]),
          )}`;
        return `${filled(one.in)}:\n\n\`\`\`${one.language ?? ""}\n${filled(one.text).trim()}\n\`\`\``;
      }),
      ...(Object.keys(reads).length === 0
        ? []
        : [
            table(
              [application.connection.kind === "openid" ? "Claim" : "Header", "What it becomes there"],
              Object.entries(reads).map(([claim, what]) => [`\`${claim}\``, what]),
            ),
          ]),
    ].join("\n\n"),
    ...(signOut === undefined ? [] : [`## 3. Sign out\n\n${filled(signOut)}`]),
    `## If it fails\n\n${table(
      ["You see", "Then"],
      traps.map((trap) => [filled(trap.see), filled(trap.do)]),
    )}\n\nMore: [if it fails](../clients/README.md#if-it-fails), [every error](../errors.md).`,
    `## Sources\n\n${sources.map(sourceWords).join("\n")}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

function sourceWords({ url, for: what }: Source): string {
  return url === undefined
    ? `- ${what}: not found in what its authors wrote, but alike in several configurations that people published`
    : `- <${url}>: ${what}`;
}

function registration(application: Application, facts: Facts): string {
  const { connection, label } = application;
  if (connection.kind === "mcp")
    return `It prints the client id, and the settings of the next step with it. An API that is not open to any client needs \`--resource\` with the address of the MCP server: [Protect an MCP server](../protect-an-mcp-server.md). This is what it registers:\n\n${table(
      ["", ""],
      [
        ["Redirect URI", connection.redirectUris.map((uri) => `\`${uri}\``).join("<br>")],
        ["Secret", "none"],
        ["PKCE", `required; ${label} sends it by itself`],
        ...(connection.mayRefresh ? [["Refresh tokens", "yes"]] : []),
      ],
    )}`;
  if (connection.kind !== "openid")
    return `It registers the application as a protected one: the proxy in front of it asks Latchkey before each request. The lines for nginx, Caddy, Traefik, HAProxy or Envoy are printed by \`npx latchkey client show CLIENT_ID --proxy nginx\`.${openPathsWords(connection)}`;
  const filled = (text: string) => `\`${fill(text, facts)}\``;
  const rows = [
    ["Redirect URI", connection.redirectUris.map(filled).join("<br>")],
    ...(connection.postLogoutRedirectUris
      ? [["Return after sign-out", connection.postLogoutRedirectUris.map(filled).join("<br>")]]
      : []),
    ...(connection.backchannelLogoutUri
      ? [["Back-channel logout", filled(connection.backchannelLogoutUri)]]
      : []),
    ["Secret", connection.isPublic ? "none" : "yes"],
    ["PKCE", pkceWords(connection, label)],
    ["Scopes", `\`${connection.scope}\``],
    ...(connection.mayRefresh ? [["Refresh tokens", "yes"]] : []),
    ...(connection.idTokenAlgorithm ? [["ID token", `signed with ${connection.idTokenAlgorithm}`]] : []),
  ];
  const printed = connection.isPublic
    ? "It prints the client id, and the settings of the next step with it."
    : "It prints the client id and, this once, the secret, and the settings of the next step with both.";
  return `${printed} This is what it registers:\n\n${table(["", ""], rows)}`;
}

/** Which paths ask nobody for a sign-in, as a sentence with a space before it. */
function openPathsWords({ publicPaths = [], guardedPaths = [] }: ProxyConnection): string {
  const list = (paths: readonly string[]) => paths.map((path) => `\`${path}\``).join(", ");
  if (guardedPaths.length > 0) {
    const except = publicPaths.length > 0 ? `, except for ${list(publicPaths)}` : "";
    return ` Only ${list(guardedPaths)} asks for a sign-in${except}; all other paths are open.`;
  }
  return publicPaths.length === 0 ? "" : ` These paths are open without a sign-in: ${list(publicPaths)}.`;
}

function pkceWords({ pkce }: OpenidConnection, label: string): string {
  switch (pkce) {
    case "always":
      return `required; ${label} sends it by itself`;
    case "by setting":
      return "required; the settings below turn it on";
    case "never":
      return `not required, because ${label} does not send it`;
    case "unknown":
      return "not required: whether it sends PKCE was not found in the sources";
  }
}

/** The list of all guides, as Markdown that lies in docs/apps/. */
export function writeIndex(applications: readonly Application[]): string {
  const { test = [], hand = [], documentation = [] } = Object.groupBy(applications, ({ proof }) => proof.by);
  const sections = Object.entries(categories).flatMap(([category, title]) => {
    const rows = byLabel(applications)
      .filter((one) => one.category === category)
      .map((one) => [`[${one.label}](${one.name}.md)`, one.is, connectionWords(one), shortProof(one.proof)]);
    return rows.length === 0
      ? []
      : [`## ${title}\n\n${table(["Application", "What it is", "Connected by", "Run"], rows)}`];
  });
  return `# Applications that people run

A page for each of ${applications.length} applications: what to register, what to paste where, and what goes wrong. \`npx latchkey client create
--template NAME --host https://…\` registers the application and prints its settings with the client id and the secret in them; the console
does the same under *Applications → Add*. With the service’s own documents at \`/docs\`, a page has your addresses in it.

${[...(test.length > 0 ? [`${test.length} are run by a test.`] : []), `${hand.length} were run by hand.`].join(" ")} The other ${documentation.length}
were not run with Latchkey, and are taken from documentation and source: for ${documentation.filter(isFromOthers).length} of them only from what others published, and not from what the
authors of the application wrote. Each page says so, with the day and the sources. For libraries, there are [other guides](../clients/README.md). These pages are made
from the files in [src/apps/](../../src/apps/).

${sections.join("\n\n")}
`;
}

/** In the order in which people look for a name. */
export function byLabel(applications: readonly Application[]): readonly Application[] {
  return applications.toSorted((left, right) => left.label.localeCompare(right.label, "en"));
}

function shortProof(proof: Proof): string {
  return proof.by === "test" ? "by a test" : proof.by === "hand" ? "by hand" : "no";
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** Values that are typed as they stand are code; a sentence about the field is not. */
function codeCell(value: string): string {
  return /^\S+$|^\{|^(?:openid|profile|email)\b/.test(value) ? `\`${value}\`` : value;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
