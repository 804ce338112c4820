import { readFileSync } from "node:fs";

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  /** A folder of the checkout, which only development uses. */
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly license?: string;
  readonly integrity?: string;
}

/**
 * The list of every package that an installation has (SBOM, CycloneDX 1.5), out of the lock. npm's own list leaves out what a development
 * dependency needs too.
 */
export function sbomOf(lockFile: string, version: string): object {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8"));
  const locked = Object.entries<Locked>(packages).filter(
    ([path, { dev, link }]) => path !== "" && !dev && !link,
  );
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: componentOf("latchkey", { version, license: packages[""].license }) },
    components: locked.map(([path, entry]) => componentOf(nameOf(path), entry)),
  };
}

/** A package may be installed below another one. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

function componentOf(name: string, { version, license, integrity, optional }: Locked): object {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [algorithm = "", digest = ""] = integrity?.split("-", 2) ?? [];
  return {
    type: name === "latchkey" ? "application" : "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    scope: optional ? "optional" : "required",
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(algorithm === "sha512" && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(digest, "base64").toString("hex") }],
    }),
  };
}
