import { readFileSync } from "node:fs";

/** An expression, so that each browser takes it. */
const axeSource = `(() => {${readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8")}\n})()`;

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** A page of any browser: resolves with the value of an expression in it, or with that of its promise. */
export interface Evaluating {
  evaluate<Value>(expression: string): Promise<Value>;
}

/**
 * The faults that axe-core finds on a page, in words; none on a sound page. Ask for reduced motion first. `rules` are those to apply
 * where the page was looked at before.
 */
export async function findingsOn(page: Evaluating, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axeSource);
  const options = JSON.stringify(rules === undefined ? {} : { runOnly: rules });
  const violations = await page.evaluate<Finding[]>(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) =>
      ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) })))`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}
