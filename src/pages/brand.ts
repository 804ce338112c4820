import type { Accent } from "../values/brand.ts";
import {
  type Colour,
  contrastOf,
  lightnessOf,
  nearestWithContrast,
  withLightness,
} from "../values/colour.ts";
import { dangerouslyUnescaped, type SafeHtml } from "./html.ts";
import { customProperties, dark, light, type Palette } from "./tokens.ts";

/** Whose service it is, as pages show it. */
export interface Brand {
  readonly name: string;
  /** A path of the service; absent if the page shows Latchkey's mark. */
  readonly logoSrc?: string | undefined;
  /** CSS that follows that of the page; absent if the page keeps its own colours. */
  readonly paint?: BrandPaint | undefined;
  readonly hasDoor: boolean;
  /** Links at the foot of every page. */
  readonly imprintHref?: string | undefined;
  readonly privacyHref?: string | undefined;
  readonly helpHref?: string | undefined;
}

/** The colours of a brand, ready to be printed. */
export interface BrandPaint {
  readonly css: SafeHtml;
  /** The door's colours, which browsers take for their own frame. */
  readonly light: string;
  readonly dark: string;
}

/** The brand of a service whose operator sets none. */
const standardBrand: Brand = { name: "Latchkey", hasDoor: true };

/** The brand that texts are shown under. */
export function brandOf({ brand = standardBrand }: { readonly brand?: Brand | undefined }): Brand {
  return brand;
}

/** What changes in each scheme with the accent; text has 4.5:1 everywhere, and 7:1 for people who ask for more contrast. */
export function brandPalettes(accent: Accent): Readonly<Record<Scheme, Partial<Palette>>> {
  return {
    light: paletteBy("light", accent, 4.5),
    dark: paletteBy("dark", accent, 4.5),
    moreLight: paletteBy("light", accent, 7),
    moreDark: paletteBy("dark", accent, 7),
  };
}

/** Writes the accent as CSS. */
export function paintOf(accent: Accent): BrandPaint {
  const palettes = brandPalettes(accent);
  const [day, night, moreDay, moreNight] = [
    palettes.light,
    palettes.dark,
    palettes.moreLight,
    palettes.moreDark,
  ].map(customProperties);
  const isDark = "(prefers-color-scheme:dark)";
  const isMore = "(prefers-contrast:more)";
  const css =
    `:root{${day}}@media ${isDark}{:root{${night}}}` +
    `@media ${isMore}{:root{${moreDay}}}@media ${isMore} and ${isDark}{:root{${moreNight}}}`;
  return {
    css: dangerouslyUnescaped(css),
    light: palettes.light.door ?? light.door,
    dark: palettes.dark.door ?? dark.door,
  };
}

type Scheme = "light" | "dark" | "moreLight" | "moreDark";

/** By night the door is this dark, so that the light behind its keyhole shows. */
const nightDoorLightness = 0.28;

function paletteBy(scheme: "light" | "dark", accent: Accent, contrast: number): Partial<Palette> {
  const own = { light, dark }[scheme];
  const action = [own.page, own.note, own.card, own.well].reduce<Colour>(
    (colour, ground) => nearestWithContrast(colour, ground as Colour, contrast),
    accent[scheme],
  );
  const step = scheme === "light" ? -0.06 : 0.05;
  const onAction = bestOn(action, contrast);
  const hover = withLightness(action, lightnessOf(action) + step);
  const door = doorBy(scheme, accent, contrast);
  return {
    link: action,
    action,
    actionHover: contrastOf(hover, onAction) >= contrast ? hover : action,
    onAction,
    focus: action,
    door,
    doorShade: withLightness(door, lightnessOf(door) - 0.09),
    doorLight: withLightness(door, lightnessOf(door) + 0.06),
  };
}

/** The door in the accent's hue, as dark as the name on it needs. */
function doorBy(scheme: "light" | "dark", accent: Accent, contrast: number): Colour {
  const own = { light, dark }[scheme];
  const day = accent.light;
  const painted =
    scheme === "light" ? day : withLightness(day, Math.min(lightnessOf(day), nightDoorLightness));
  // The name on the door is light, so the paint gets darker if it is not dark enough.
  const steps = Array.from({ length: 50 }, (_, step) =>
    withLightness(painted, lightnessOf(painted) - step * 0.02),
  );
  return steps.find((paint) => contrastOf(paint, own.onDoor as Colour) >= contrast) ?? ("#000000" as Colour);
}

function bestOn(ground: Colour, contrast: number): Colour {
  const [white, black] = ["#ffffff", "#0b0b0b"] as Colour[] as [Colour, Colour];
  return contrastOf(white, ground) >= contrast ? white : black;
}
