import assert from "node:assert/strict";

/** A start tag as a browser would read it, with its attributes unescaped. */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const tag = /^<(\/?[a-z][a-z0-9]*)((?: +[a-z][a-z0-9-]*(?:="[^"<>]*")?)*) *\/?>/i;
const attribute = / +([a-z][a-z0-9-]*)(?:="([^"]*)")?/gi;
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  "#39": "'",
  "#96": "`",
};

/**
 * Reads a page more strictly than any browser does: a stray `<`, an unquoted value, a repeated attribute or an unknown
 * entity fails the test instead of being repaired.
 */
export function tagsOf(page: string): readonly Tag[] {
  const tags: Tag[] = [];
  let rest = page.replace(/^<!doctype html>/, "");
  while (rest !== "") {
    const text = /^[^<]*/.exec(rest)?.[0] ?? "";
    unescaped(text);
    rest = rest.slice(text.length);
    if (rest === "") break;
    const match = tag.exec(rest);
    assert.ok(match?.[1], `not a tag: ${rest.slice(0, 120)}`);
    rest = rest.slice(match[0].length);
    const name = match[1].toLowerCase();
    if (name.startsWith("/")) continue;
    const attributes = new Map<string, string>();
    for (const [, key = "", value = ""] of (match[2] ?? "").matchAll(attribute)) {
      assert.ok(!attributes.has(key), `${name} has ${key} twice`);
      attributes.set(key, unescaped(value));
    }
    tags.push({ name, attributes });
    if (name === "style" || name === "script") rest = rest.slice(rest.indexOf(`</${name}>`));
  }
  return tags;
}

/** The tags that have this name. */
export function tagsNamed(page: string, name: string): readonly Tag[] {
  return tagsOf(page).filter((each) => each.name === name);
}

/** The one tag with this id, as a record of its attributes. */
export function elementById(
  page: string,
  id: string,
): Readonly<Record<string, string>> & { readonly tag: string } {
  const [found, another] = tagsOf(page).filter((each) => each.attributes.get("id") === id);
  assert.ok(found, `nothing has the id ${id}`);
  assert.equal(another, undefined, `two elements have the id ${id}`);
  return { ...Object.fromEntries(found.attributes), tag: found.name };
}

/** What a page is made of, without its values: tag and attribute names in order. */
export function skeletonOf(page: string): readonly string[] {
  return tagsOf(page).map(({ name, attributes }) => [name, ...attributes.keys()].join(" "));
}

/** The words on a page, without tags, style and script. */
export function textOf(page: string): string {
  return unescaped(page.replace(/<(style|script)\b.*?<\/\1>/gs, "").replace(/<[^>]*>/g, ""));
}

function unescaped(text: string): string {
  return text.replace(/&([a-z0-9#]*);?/gi, (whole, name: string) => {
    const character = entities[name] ?? referenced(name);
    assert.ok(character !== undefined && whole.endsWith(";"), `unknown entity ${whole}`);
    return character;
  });
}

/** The character of a numeric reference; a lone surrogate is what browsers make of one. */
function referenced(name: string): string | undefined {
  const number = /^#(\d+)$/.exec(name)?.[1];
  return number === undefined ? undefined : String.fromCodePoint(Number(number)).toWellFormed();
}
