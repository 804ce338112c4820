import { type OldProduct, oldPaths } from "../protocol/old-product/paths.ts";
import type { Paths } from "./paths.ts";
import type { Route } from "./routes.ts";

/** A row at the address of another product. */
export interface OldRoute extends Route {
  /** The path of the endpoint that it stands for, by which it is counted. */
  readonly standsFor: string;
}

/** The rows of the endpoints once more, at the addresses that a product has them at. A row of the service itself wins over them. */
export function oldRoutesOf(
  product: OldProduct,
  paths: Paths,
  routes: readonly Route[],
): readonly OldRoute[] {
  const base = paths.home.slice(0, -1);
  const own = new Set(routes.map(({ path }) => path));
  return oldPaths[product].flatMap(([oldPath, endpoint]) => {
    const [path, standsFor] = [base + oldPath, paths[endpoint]];
    if (own.has(path)) return [];
    return routes.filter((route) => route.path === standsFor).map((route) => ({ ...route, path, standsFor }));
  });
}
