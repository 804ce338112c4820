import { readFileSync, statSync } from "node:fs";
import type { BrandLogo, BrandSettings } from "../values/brand.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { ok, type Result, refuse } from "../values/result.ts";
import type { Config } from "./config.ts";

/** Thrown if the logo cannot be shown; the message says the cause and the repair. Exit code 78. */
class BrandLogoUnusable extends Error {
  override readonly name = "BrandLogoUnusable";
  readonly exitCode = 78;
}

const logoBytesMax = 64 * 1024;
const pngBeginning = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
/** Pages show it as a picture, in which nothing of this runs; but it can be opened as a page of its own, too. */
const active = /<(?:[\w.-]+:)?(?:script|foreignObject|iframe)|<!ENTITY|\son[a-z]+\s*=|javascript:|@import/i;
const elsewhere = /(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)|url\(\s*["']?\s*(?!#|data:image\/)/i;

/** The look of the service as the settings say it, with the logo. Throws `BrandLogoUnusable`. */
export function brandSettings(config: Config): BrandSettings {
  const logo = logoOf(config);
  if (!logo.ok) throw new BrandLogoUnusable(`LATCHKEY_BRAND_LOGO: ${logo.reason}`);
  return {
    name: config.brandName,
    accent: config.brandAccent,
    hasDoor: config.brandDoor,
    logo: logo.value,
    imprintUrl: config.brandImprintUrl,
    privacyUrl: config.brandPrivacyUrl,
    helpUrl: config.brandHelpUrl,
  };
}

/** Reads the logo of the settings, if there is one. Refuses with the cause and the repair. */
export function logoOf({
  brandLogo,
  mailLogo,
}: Pick<Config, "brandLogo" | "mailLogo">): Result<BrandLogo | undefined, string> {
  const read = readBrandLogo(brandLogo);
  if (!mailLogo || !read.ok || read.value === undefined) return read;
  if (read.value.type !== "image/png")
    return refuse(`${brandLogo} is an SVG, which mail programs do not show. LATCHKEY_MAIL_LOGO needs a PNG.`);
  return ok({ ...read.value, isInMails: true });
}

/** Reads the file of the logo, if there is one. Refuses with the cause and the repair. */
export function readBrandLogo(path: string | undefined): Result<BrandLogo | undefined, string> {
  if (path === undefined) return ok(undefined);
  const cannot = (why: string) => refuse(`${path} ${why}`);
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > logoBytesMax) return cannot(`has ${size} bytes. Make it smaller: at most ${logoBytesMax}.`);
    bytes = readFileSync(path);
  } catch (error) {
    const code = errorCodeOf(error, "unknown error");
    return cannot(`cannot be read (${code}). Name a file that this user may read.`);
  }
  if (bytes.subarray(0, pngBeginning.length).equals(pngBeginning)) return ok({ type: "image/png", bytes });
  const text = bytes.toString();
  if (
    !/^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*(?:<!DOCTYPE svg[^[>]*>\s*)?<svg[\s>]/.test(
      text,
    )
  )
    return cannot("is neither an SVG nor a PNG file.");
  if (active.test(text)) return cannot("contains a script. Export it as a plain picture.");
  if (elsewhere.test(text))
    return cannot("refers to another file or address, which no browser would load. Embed what it needs.");
  return ok({ type: "image/svg+xml", bytes });
}
