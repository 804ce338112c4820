import { Document, isMap, isSeq, type YAMLMap } from "yaml";

/** A thing that may have a secret, as it is declared. */
type Written = Readonly<Record<string, unknown>>;

/**
 * Writes a state as YAML, the same text for the same state. It has no secrets: in each thing that needs one, a comment shows a reference
 * that could be used.
 */
export function writeDeclarations(state: Readonly<Partial<Record<string, readonly Written[]>>>): string {
  const document = new Document(state);
  document.commentBefore = heading;
  for (const [section, items = []] of Object.entries(state)) {
    const list = document.get(section);
    if (!isSeq(list)) continue;
    for (const [index, item] of items.entries()) {
      const name = secretNameOf(section, item);
      const map = list.items[index];
      if (name !== undefined && isMap(map)) showReference(map, name);
    }
  }
  return document.toString({ lineWidth: 0 });
}

const heading = ` What this installation declares, for latchkey apply. Secrets are not in it and stay as they are. Where they are to be set,
 as in another installation, remove the # before secret and set the variable, or name a file: secret: file:PATH.`;

function showReference(map: YAMLMap, name: string): void {
  map.comment = ` secret: env:${name}`;
}

function secretNameOf(section: string, item: Written): string | undefined {
  const isPublic = item.public === true || item.protect !== undefined;
  const hasKeys = item.jwks !== undefined || item.jwks_uri !== undefined;
  const hasSecret = section === "upstreams" || (section === "clients" && !isPublic && !hasKeys);
  const name = String(section === "upstreams" ? item.upstream : item.client_id);
  return hasSecret
    ? `${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}_SECRET`.replace(/^(?=\d)/, "_")
    : undefined;
}
