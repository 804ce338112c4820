import { LRUCache } from "lru-cache";
import { type Brand, type BrandPaint, paintOf } from "../pages/brand.ts";
import type { Catalogue } from "../pages/catalogue.ts";
import type { Client } from "../protocol/client/client.ts";
import { toBase64Url } from "../values/base64url.ts";
import { type BrandSettings, readAccent } from "../values/brand.ts";
import { sha256 } from "../values/digest.ts";
import type { Paths } from "./paths.ts";

/** The paints of clients; a client that was not seen for a long time is painted again. */
const paints = new LRUCache<string, BrandPaint>({ max: 200 });

/** The brand of the installation. The address of its logo changes with its bytes, so that browsers may keep it. */
export function createBrand(settings: BrandSettings, paths: Pick<Paths, "logo">): Brand {
  const { name, accent, hasDoor, logo, imprintUrl, privacyUrl, helpUrl } = settings;
  return {
    name,
    hasDoor,
    paint: accent && paintOf(accent),
    logoSrc: logo && `${paths.logo}?v=${toBase64Url(sha256(logo.bytes)).slice(0, 12)}`,
    imprintHref: imprintUrl,
    privacyHref: privacyUrl,
    helpHref: helpUrl,
  };
}

/** The same texts under the client's brand, as far as its operator said one. */
export function textsUnderBrandOf(client: Client, texts: Catalogue): Catalogue {
  const { brandName, brandAccent } = client.metadata;
  const { brand } = texts;
  if (brand === undefined || (brandName === undefined && brandAccent === undefined)) return texts;
  // The logo of the installation belongs to its name.
  const named = brandName === undefined ? brand : { ...brand, name: brandName, logoSrc: undefined };
  return { ...texts, brand: { ...named, paint: paintFor(brandAccent) ?? brand.paint } };
}

function paintFor(text: string | undefined): BrandPaint | undefined {
  const known = text === undefined ? undefined : paints.get(text);
  if (text === undefined || known !== undefined) return known;
  const accent = readAccent(text);
  if (!accent.ok) return undefined;
  const paint = paintOf(accent.value);
  paints.set(text, paint);
  return paint;
}
