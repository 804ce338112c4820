/**
 * Room: apps. One data file for each application that people run, and what is made from them: the guide of docs/apps/, the client of
 * `client create --template`, and the entry of the console's wizard. Nothing here runs at a sign-in, and everything that uses it loads
 * it late. Every fact in a data file comes from one of its `sources`.
 */

/** The headings of the index. */
export const categories = {
  code: "Code, builds and deployments",
  infrastructure: "Servers, clusters and networks",
  monitoring: "Monitoring and logs",
  data: "Databases, analysis and machine learning",
  documents: "Documents, notes and wikis",
  files: "Files, photos and media",
  teams: "Chat, meetings and publishing",
  business: "Work, projects and money",
  home: "At home",
} as const;

export type Category = keyof typeof categories;

/** Whether an application proves the code with PKCE: always, if its settings of the guide say so, never, or not known. */
export type Pkce = "always" | "by setting" | "never" | "unknown";

/** An application that speaks OpenID Connect. */
export interface OpenidConnection {
  readonly kind: "openid";
  /** Patterns: `{host}` stands for the address of the application, without a slash at the end. */
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris?: readonly string[];
  readonly backchannelLogoutUri?: string;
  /** It has no secret. */
  readonly isPublic?: true;
  readonly pkce: Pkce;
  /** Named only where the application requires one other than the service's default. */
  readonly idTokenAlgorithm?: "ES256";
  readonly mayRefresh?: true;
  readonly mayUseDeviceGrant?: true;
  /** What it asks for with the settings of the guide, separated by spaces. */
  readonly scope: string;
}

/** An application behind the proxy. It reads who is there from headers, or knows no people at all. */
export interface ProxyConnection {
  readonly kind: "header" | "proxy";
  /** The paths that must stay open, because programs call them. */
  readonly publicPaths?: readonly string[];
  /** The only paths that ask for a sign-in, except for the public ones in them. Absent if all paths do. */
  readonly guardedPaths?: readonly string[];
}

/** An application that calls MCP servers for its person: a public client that always proves the code with PKCE, and has no ID token. */
export interface McpConnection {
  readonly kind: "mcp";
  readonly redirectUris: readonly string[];
  readonly mayRefresh?: true;
}

/** What is pasted into the application: a text, or the fields of a page with what goes into each. */
export type Settings = { readonly in: string } & (
  | { readonly text: string; readonly language?: string }
  | { readonly fields: Readonly<Record<string, string>> }
);

/** What goes wrong, in the application's own words where it has any, and what to do then. */
export interface Trap {
  readonly see: string;
  readonly do: string;
}

/** Where facts were read. Without an address: in several configurations that people published, and not in what its authors wrote. */
export interface Source {
  readonly url?: string;
  readonly for: string;
  /** Neither the authors of the application nor those of its plugin wrote it. */
  readonly isByOthers?: true;
}

/** How it is known that the guide works. */
export type Proof =
  /** Nobody ran it: everything is from the sources, as they were on that day. `of` is what they document, if not the application itself. */
  | { readonly by: "documentation"; readonly on: string; readonly version?: string; readonly of?: string }
  /** Somebody ran it by hand. */
  | { readonly by: "hand"; readonly on: string; readonly version: string }
  /** A test of the repository runs it. */
  | { readonly by: "test"; readonly on: string; readonly version: string; readonly test: string };

export interface Application {
  /** Its name in addresses and in `--template`: lower case and hyphens; equal to the name of its file. */
  readonly name: string;
  readonly label: string;
  /** What it is, for somebody who looks for it: a few words without a full stop. */
  readonly is: string;
  readonly category: Category;
  readonly connection: OpenidConnection | ProxyConnection | McpConnection;
  /** Claims or headers, and what the application does with each. */
  readonly reads: Readonly<Record<string, string>>;
  /** What has to be there first, such as a plugin. */
  readonly needs?: string;
  /** Placeholders: those of `fill`. */
  readonly settings: readonly Settings[];
  readonly signOut?: string;
  readonly traps: readonly Trap[];
  readonly sources: readonly Source[];
  readonly proof: Proof;
}
