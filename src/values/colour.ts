import { ok, type Result, refuse } from "./result.ts";

declare const brand: unique symbol;

/** An sRGB colour in the shape `#rrggbb`, in lower case. */
export type Colour = string & { readonly [brand]: "Colour" };

/** Lightness 0 to 1, chroma, and hue in radians (OKLCH, CSS Color 4 §8). Equal steps of lightness look equal. */
interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** Reads `#rgb` or `#rrggbb`. */
export function readColour(text: string): Result<Colour, "not-a-colour"> {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return refuse("not-a-colour");
  return ok(`#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}` as Colour);
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: Colour, other: Colour): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The colour itself if it has this contrast on the ground. Otherwise the nearest of the same hue that has it, darker on a light
 * ground and lighter on a dark one; black or white at the end.
 */
export function nearestWithContrast(colour: Colour, ground: Colour, ratio: number): Colour {
  if (contrastOf(colour, ground) >= ratio) return colour;
  const { lightness } = oklchOf(colour);
  const end = luminanceOf(ground) > 0.18 ? 0 : 1;
  // The share of the way from the colour to black or white: contrast grows along it once the ground's own lightness is passed.
  let [near, far] = [0, 1];
  for (let round = 0; round < 20; round += 1) {
    const middle = (near + far) / 2;
    const tried = withLightness(colour, lightness + (end - lightness) * middle);
    if (contrastOf(tried, ground) >= ratio) far = middle;
    else near = middle;
  }
  return withLightness(colour, lightness + (end - lightness) * far);
}

/** The same hue in another lightness, 0 to 1. Chroma shrinks if sRGB has no such colour. */
export function withLightness(colour: Colour, lightness: number): Colour {
  const { chroma, hue } = oklchOf(colour);
  const wanted = Math.min(1, Math.max(0, lightness));
  let [least, most] = [0, chroma];
  if (isInGamut({ lightness: wanted, chroma, hue })) least = chroma;
  else
    for (let round = 0; round < 16; round += 1) {
      const middle = (least + most) / 2;
      if (isInGamut({ lightness: wanted, chroma: middle, hue })) least = middle;
      else most = middle;
    }
  return colourOf(linearOf({ lightness: wanted, chroma: least, hue }));
}

/** How light a colour looks, 0 to 1. */
export function lightnessOf(colour: Colour): number {
  return oklchOf(colour).lightness;
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(colour: Colour): number {
  const [red, green, blue] = linearRgbOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearRgbOf(colour: Colour): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function colourOf(linear: Triple): Colour {
  const digits = linear.map((value) => {
    const clipped = Math.min(1, Math.max(0, value));
    const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${digits.join("")}` as Colour;
}

/** The matrices are those of CSS Color 4 §20.2 for linear sRGB and OKLab. */
function oklchOf(colour: Colour): Oklch {
  const [red, green, blue] = linearRgbOf(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function linearOf({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function isInGamut(colour: Oklch): boolean {
  return linearOf(colour).every((value) => value >= -0.0005 && value <= 1.0005);
}
