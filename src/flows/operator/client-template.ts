import type { ClientProfile } from "../../protocol/client/client.ts";
import type { MetadataChanges } from "../../protocol/client/metadata-change.ts";

/** A kind of application, as developers call it, and the properties that such a client usually has. */
export interface ClientTemplate {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly profile: ClientProfile;
  readonly isPublic: boolean;
  readonly metadata: MetadataChanges;
}

/**
 * The templates of the console's wizard and of `client create --template`. ES256 is named where the libraries of a kind accept it
 * without a setting of their own (ADR 0078).
 */
export const clientTemplates = [
  {
    name: "web",
    label: "Web application with a server",
    hint: "Its server keeps a secret: Express, Next.js, Spring, Django, PHP …",
    profile: "strict",
    isPublic: false,
    metadata: { isOpenid: true },
  },
  {
    name: "spa",
    label: "Single-page application",
    hint: "It runs entirely in the browser and has no secret: React, Vue, Angular …",
    profile: "strict",
    isPublic: true,
    metadata: { isOpenid: true, idTokenAlgorithm: "ES256" },
  },
  {
    name: "native",
    label: "Application on a phone or computer",
    hint: "It opens the browser and gets the response through its own URI scheme or a loopback address.",
    profile: "strict",
    isPublic: true,
    metadata: { isOpenid: true },
  },
  {
    name: "device",
    label: "Device without a browser",
    hint: "People enter its code on their phone: televisions, printers, command-line tools.",
    profile: "strict",
    isPublic: true,
    metadata: { isOpenid: true, mayUseDeviceGrant: true },
  },
  {
    name: "machine",
    label: "Service without users",
    hint: "It gets tokens for itself: scheduled jobs, servers that call an API.",
    profile: "strict",
    isPublic: false,
    metadata: { isMachine: true },
  },
  {
    name: "interface",
    label: "Application for the plain interface",
    hint: "It knows a client ID, a secret and a redirect URI, but no scopes.",
    profile: "interface",
    isPublic: false,
    metadata: {},
  },
] as const satisfies readonly ClientTemplate[];

/** The template with this name. */
export function findClientTemplate(name: string | undefined): ClientTemplate | undefined {
  return clientTemplates.find((template) => template.name === name);
}
