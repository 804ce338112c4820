import { type Colour, contrastOf, nearestWithContrast, readColour } from "./colour.ts";
import { ok, type Result, refuse } from "./result.ts";

/** The colour of a brand by day and by night. Text and buttons have it. */
export interface Accent {
  readonly light: Colour;
  readonly dark: Colour;
}

/** What an operator says about the look of the service. */
export interface BrandSettings {
  readonly name: string;
  /** Absent if the pages keep their own colours. */
  readonly accent?: Accent | undefined;
  /** False if the pages are drawn without the door. */
  readonly hasDoor: boolean;
  readonly logo?: BrandLogo | undefined;
  readonly imprintUrl?: string | undefined;
  readonly privacyUrl?: string | undefined;
  readonly helpUrl?: string | undefined;
}

/** The operator's logo, as it was read at the start. */
export interface BrandLogo {
  readonly type: "image/svg+xml" | "image/png";
  readonly bytes: Uint8Array;
  /** True if mails show it too, so that pages of others, where people read their mail, may load it. */
  readonly isInMails?: boolean;
}

/** The most characters that fit on the door. */
const nameLengthMax = 40;
/** WCAG 2.2 §1.4.3. */
const contrastMin = 4.5;
/** For the accent of the dark scheme when it is derived from the light one: light text on dark looks thinner. */
const nightContrastMin = 6;

/** The grounds on which links and buttons have the least contrast, in the light and in the dark scheme. */
export const hardestGround: Accent = { light: "#e4e8e2" as Colour, dark: "#2a2210" as Colour };

/** Reads the name of a service as an operator wrote it: trimmed, in NFC, and without invisible characters. */
export function readBrandName(text: string): Result<string, string> {
  const name = text.trim().normalize("NFC");
  const isUsable = name !== "" && [...name].length <= nameLengthMax && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
  return isUsable ? ok(name) : refuse(`It must have 1 to ${nameLengthMax} visible characters.`);
}

/**
 * Reads the accent of a brand: one colour by day, and after a space or comma perhaps another one by night. Without one the night has the
 * nearest colour of the same hue. A colour that is hard to read is refused with the nearest one that is not.
 */
export function readAccent(text: string): Result<Accent, string> {
  const [day = "", night, ...rest] = text.trim().split(/[\s,]+/);
  const light = readColour(day);
  const dark = night === undefined ? undefined : readColour(night);
  if (!light.ok || dark?.ok === false || rest.length > 0)
    return refuse("It must be a colour like #0f5240, or two: by day and by night.");
  const faint = whyFaint(light.value, "light") ?? (dark && whyFaint(dark.value, "dark"));
  if (faint !== undefined) return refuse(faint);
  return ok({
    light: light.value,
    dark: dark?.value ?? nearestWithContrast(light.value, hardestGround.dark, nightContrastMin),
  });
}

/** The accent as its setting is written. */
export function writeAccent({ light, dark }: Accent): string {
  return `${light} ${dark}`;
}

function whyFaint(colour: Colour, scheme: keyof Accent): string | undefined {
  const ground = hardestGround[scheme];
  const ratio = contrastOf(colour, ground);
  if (ratio >= contrastMin) return undefined;
  const nearest = nearestWithContrast(colour, ground, contrastMin);
  // Rounded down, so that a refused 4.499 does not read as 4.5.
  const shown = Math.floor(ratio * 100) / 100;
  return `${colour} is hard to read on the ${scheme} pages: its contrast there is ${shown}:1, and 4.5:1 is needed. The nearest colour that works is ${nearest}.`;
}
