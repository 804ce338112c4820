/** What a path leads to. */
export interface FoundPath<Place> {
  readonly place: Place;
  /** The segments that `{names}` stand for, percent-decoded once. */
  readonly names: Readonly<Record<string, string>>;
}

/** Finds the place of a path; undefined if no path of the table matches it. */
type FindPath<Place> = (path: string) => FoundPath<Place> | undefined;

const noNames: FoundPath<unknown>["names"] = {};

/**
 * Makes the look-up of a table by its paths, which are exact, capital letters included. `{name}` stands for one segment that is
 * percent-encoded UTF-8, not empty, and the same to every URL parser. A path without names wins: `/mail/retry` over `/mail/{message}`.
 */
export function createFindPath<Place>(table: ReadonlyMap<string, Place>): FindPath<Place> {
  const rows = [...table];
  const spelledOut = new Map(rows.filter(([path]) => !path.includes("{")));
  const shapes = rows
    .filter(([path]) => path.includes("{"))
    .map(([path, place]) => ({ shape: path.split("/"), place }));
  return (path) => {
    const place = spelledOut.get(path);
    if (place !== undefined) return { place, names: noNames };
    const segments = path.split("/");
    for (const { shape, place } of shapes) {
      const names = namesIn(shape, segments);
      if (names !== undefined) return { place, names };
    }
    return undefined;
  };
}

function namesIn(
  shape: readonly string[],
  segments: readonly string[],
): FoundPath<unknown>["names"] | undefined {
  const isAlike = (part: string, index: number) => part.startsWith("{") || part === segments[index];
  if (shape.length !== segments.length || !shape.every(isAlike)) return undefined;
  const names: Record<string, string> = {};
  for (const [index, part] of shape.entries()) {
    if (!part.startsWith("{")) continue;
    const name = decoded(segments[index] ?? "");
    if (name === undefined || name === "") return undefined;
    names[part.slice(1, -1)] = name;
  }
  return names;
}

/** What a URL parser, such as that of a proxy, turns into another path: a dot segment, a backslash, a fragment. */
const rewritten = /^(?:\.|%2e){1,2}$|[\\#]/i;

function decoded(segment: string): string | undefined {
  if (rewritten.test(segment)) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
