import type { Api } from "../protocol/api/api.ts";
import type { ResourceUri } from "../protocol/api/resource.ts";
import type { Eventual } from "../values/eventual.ts";
import type { Ports } from "./ports.ts";

/** Finds the APIs among these resources. */
export function findApis(
  ports: Pick<Ports, "apis">,
  resources: readonly ResourceUri[],
): Eventual<readonly Api[]> {
  return resources.length === 0 ? [] : findEach(ports, resources);
}

async function findEach(
  { apis }: Pick<Ports, "apis">,
  resources: readonly ResourceUri[],
): Promise<readonly Api[]> {
  const found = await Promise.all([...new Set(resources)].map((resource) => apis.find(resource)));
  return found.filter((api) => api !== undefined);
}
