import { type JsonObject, parseJsonObject } from "../../../values/json-object.ts";
import type { ClientEntry } from "./clients.ts";
import { listed, readText } from "./file-readers.ts";
import { autheliaClientsIn, notAClient, type ReadClient, readRegisteredClient } from "./foreign-clients.ts";
import { readKeycloakClient } from "./keycloak-client.ts";

/** The formats of files with clients, and how each is called in a sentence. */
export const clientFormats = {
  latchkey: "Latchkey's own JSON lines",
  keycloak: "a realm export of Keycloak",
  hydra: "the clients of Hydra",
  authelia: "the configuration of Authelia",
} as const;

export type ClientFormat = keyof typeof clientFormats;

/** Reads the clients of a file. `readYaml` parses a text of YAML; undefined where it is none. */
export async function* readClients(
  format: ClientFormat,
  chunks: AsyncIterable<string>,
  readYaml: (text: string) => JsonObject | undefined,
): AsyncGenerator<ClientEntry> {
  if (format === "authelia") {
    const text = await readText(chunks);
    const json = text === undefined ? undefined : readYaml(text);
    if (json === undefined)
      yield { line: 1, foreign: { why: "The file cannot be read as its format." }, breaksFile: true };
    else for (const client of autheliaClientsIn(json)) yield* entryOf(1, readRegisteredClient(client));
    return;
  }
  for await (const { line, list, text, fault } of listed(chunks)) {
    if (fault !== undefined) {
      yield { line, foreign: { why: fault }, breaksFile: true };
      return;
    }
    if (list !== "" && list !== "clients" && list !== "items") continue;
    const json = text === undefined ? undefined : parseJsonObject(text);
    if (json === undefined) yield { line, foreign: notAClient };
    else if (format === "latchkey") yield { line, own: json };
    else yield* entryOf(line, format === "keycloak" ? readKeycloakClient(json) : readRegisteredClient(json));
  }
}

function* entryOf(line: number, foreign: ReadClient): Generator<ClientEntry> {
  if (foreign !== undefined) yield { line, foreign };
}
