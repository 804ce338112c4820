import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** The faults that axe-core finds on a page, in words; none on a sound page. Ask for reduced motion first. */
export async function findingsOn(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const violations = await page.evaluate<Finding[]>("axe.run().then((result) => result.violations)");
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}
