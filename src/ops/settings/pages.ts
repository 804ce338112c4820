/** Settings of pages: what browsers are told about https, and how pages look. */
import { type Accent, readAccent, readBrandName } from "../../values/brand.ts";
import { ok } from "../../values/result.ts";
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
};

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
