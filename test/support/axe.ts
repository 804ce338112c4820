import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axeSource = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * The faults that axe-core finds on a page, in words; none on a sound page. Ask for reduced motion first. `rules` are those to apply
 * where the page was looked at before.
 */
export async function findingsOn(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
  const options = JSON.stringify(rules === undefined ? {} : { runOnly: rules });
  const violations = await page.evaluate<Finding[]>(
    `axe.run(${options}).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}
