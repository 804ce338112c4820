/** Whose service it is, as pages show it. */
export interface Brand {
  readonly name: string;
}

/** The brand of a service whose operator says nothing. */
export const standardBrand: Brand = { name: "Latchkey" };

/** The brand that texts are shown under. */
export function brandOf({ brand = standardBrand }: { readonly brand?: Brand | undefined }): Brand {
  return brand;
}
