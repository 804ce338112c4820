import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fixture, fixtureVariable } from "./floor/listen.ts";
import { pageVariable, type RecordedPage } from "./floor/page.ts";
import type { HttpResponse } from "./http-response.ts";
import type { TargetPlan } from "./target.ts";

/** The files of bench/floor that can be started. */
export type FloorName =
  | "constant"
  | "one-fact"
  | "two-facts"
  | "two-facts-forgotten"
  | "one-read"
  | "postgres"
  | "page"
  | "page-secrets"
  | "hash";

const titles: Readonly<Record<FloorName, string>> = {
  constant: "bare: constant bytes",
  "one-fact": "bare: one durable fact",
  "two-facts": "bare: two durable facts",
  "two-facts-forgotten": "bare: two, code forgotten",
  "one-read": "bare: one indexed read",
  postgres: "bare: the same questions to PostgreSQL",
  page: "bare: constant page",
  "page-secrets": "bare: constant page after two random numbers and a MAC",
  hash: "bare: Argon2id alone",
};

/** How to start a floor, with a folder of its own. */
export function floorPlan(
  name: FloorName,
  folder: string,
  fixture: Omit<Fixture, "folder">,
  page: HttpResponse,
): TargetPlan {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const pageFile = join(own, "page.json");
  const recorded: RecordedPage = { headers: recordedHeaders(page), body: page.body.toString("base64") };
  writeFileSync(pageFile, JSON.stringify(recorded));
  return {
    name: titles[name],
    args: [fileURLToPath(new URL(`floor/${name}.ts`, import.meta.url))],
    env: { [fixtureVariable]: JSON.stringify({ ...fixture, folder: own }), [pageVariable]: pageFile },
    logFile: join(own, "output.log"),
  };
}

const writtenByNode = new Set(["date", "connection", "keep-alive", "content-length", "transfer-encoding"]);

/** The headers of an answer that a floor can repeat: Node.js writes the others. */
export function recordedHeaders({ head }: HttpResponse): readonly string[] {
  return head
    .split("\r\n")
    .slice(1)
    .flatMap((line): readonly string[] => {
      const colon = line.indexOf(":");
      const name = line.slice(0, colon);
      return writtenByNode.has(name.toLowerCase()) ? [] : [name, line.slice(colon + 1).trim()];
    });
}
