/** Settings of pages: what browsers are told about https, and how pages look. */
import { type Accent, readAccent, readBrandName } from "../../values/brand.ts";
import { ok, type Result, refuse } from "../../values/result.ts";
import { parseWebAddress, parseYesOrNo } from "../setting-readers.ts";
import type { Setting, SettingsOf } from "./setting.ts";

export interface PageConfig {
  /** Whether HSTS holds for every host below that of the base URL too. */
  readonly hstsForSubdomains: boolean;
  /** What pages, mails and authenticator apps call the service. */
  readonly brandName: string;
  /** The colour of links, buttons and the door; absent if the pages keep their own. */
  readonly brandAccent?: Accent;
  /** The path of an SVG or PNG file. */
  readonly brandLogo?: string;
  /** Whether pages are drawn with the door. */
  readonly brandDoor: boolean;
  readonly brandImprintUrl?: string;
  readonly brandPrivacyUrl?: string;
  readonly brandHelpUrl?: string;
  /** Where weaknesses of this installation are reported, as URIs; the best one first. */
  readonly securityContact?: readonly string[];
  /** When what `security.txt` says ends, as RFC 3339 writes it. */
  readonly securityExpires?: string;
}

export const pageSettings: SettingsOf<PageConfig> = {
  hstsForSubdomains: {
    name: "LATCHKEY_HSTS_SUBDOMAINS",
    defaultText: "no",
    fallback: false,
    parse: parseYesOrNo,
    example: "yes",
    help: "yes: browsers must use https for every host below that of the base URL too; no: for that host alone",
    isSecret: false,
  },
  brandName: {
    name: "LATCHKEY_BRAND_NAME",
    defaultText: "Latchkey",
    fallback: "Latchkey",
    parse: readBrandName,
    example: "Harbour Library",
    help: "what pages and mails call the service; at most 40 characters",
    isSecret: false,
  },
  brandAccent: {
    name: "LATCHKEY_BRAND_ACCENT",
    defaultText: "green by day, brass by night",
    fallback: undefined,
    parse: readAccent,
    example: "#7a1f5c",
    help: "the colour of links, buttons and the door, and perhaps another one for dark pages; one that is hard to read is refused",
    isSecret: false,
  },
  brandLogo: {
    name: "LATCHKEY_BRAND_LOGO",
    defaultText: "a key",
    fallback: undefined,
    parse: (text) => ok(text),
    example: "/etc/latchkey/logo.svg",
    help: "an SVG or PNG file beside the name, at most 64 KB",
    isSecret: false,
  },
  brandDoor: {
    name: "LATCHKEY_BRAND_DOOR",
    defaultText: "yes",
    fallback: true,
    parse: parseYesOrNo,
    example: "no",
    help: "no: pages are drawn without the door",
    isSecret: false,
  },
  brandImprintUrl: linkAtFoot("LATCHKEY_BRAND_IMPRINT_URL", "legal notice"),
  brandPrivacyUrl: linkAtFoot("LATCHKEY_BRAND_PRIVACY_URL", "privacy policy"),
  brandHelpUrl: linkAtFoot("LATCHKEY_BRAND_HELP_URL", "help"),
  securityContact: {
    name: "LATCHKEY_SECURITY_CONTACT",
    defaultText: "none",
    fallback: undefined,
    parse: parseContacts,
    example: "mailto:security@example.org",
    help: "whom researchers tell about a weakness, named in /.well-known/security.txt: addresses with mailto:, https:// or tel:",
    isSecret: false,
  },
  securityExpires: {
    name: "LATCHKEY_SECURITY_EXPIRES",
    defaultText: "none",
    fallback: undefined,
    parse: parseDay,
    example: "2027-06-30",
    help: "the day until which LATCHKEY_SECURITY_CONTACT counts, best less than a year ahead",
    isSecret: false,
  },
};

/** Says what is missing if one of the two settings of `security.txt` stands alone: RFC 9116 §2.5 demands both fields. */
export function securityProblem(
  found: ReadonlyMap<string, unknown>,
):
  | { readonly setting: { readonly name: string }; readonly cause: string; readonly example: string }
  | undefined {
  const { securityContact: contact, securityExpires: expires } = pageSettings;
  if (found.has("securityContact") === found.has("securityExpires")) return undefined;
  const [given, missing] = found.has("securityContact") ? [contact, expires] : [expires, contact];
  return {
    setting: given,
    cause: `It needs ${missing.name} beside it: a security.txt has both (RFC 9116).`,
    example: `${missing.name}=${missing.example}`,
  };
}

/** Reads contacts, separated by spaces or commas (RFC 9116 §2.5.3). */
function parseContacts(text: string): Result<readonly string[], string> {
  const contacts = text.split(/[\s,]+/).filter((contact) => contact !== "");
  const strange = contacts.find(
    (contact) => !/^(?:mailto:[^@\s]+@|https:\/\/|tel:\+?[0-9])[\x21-\x7e]+$/.test(contact),
  );
  if (strange !== undefined)
    return refuse(`${JSON.stringify(strange)} does not begin with mailto:, https:// or tel:.`);
  return contacts.length === 0 ? refuse("It must name an address.") : ok(contacts);
}

/** Reads a day, up to its end. */
function parseDay(text: string): Result<string, string> {
  const instant = `${text}T23:59:59Z`;
  // A day that no month has is read as one of the next month.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isSameDay(new Date(instant), text);
  return isDay ? ok(instant) : refuse("It must be a day such as 2027-06-30.");
}

function isSameDay(date: Date, text: string): boolean {
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A page of the operator, linked at the foot of every page. */
function linkAtFoot(name: Setting<string>["name"], what: string): Setting<string> {
  return {
    name,
    defaultText: "none",
    fallback: undefined,
    parse: parseWebAddress,
    example: `https://example.org/${what.replace(" ", "-")}`,
    help: `the address of the ${what}, linked at the foot of every page`,
    isSecret: false,
  };
}
