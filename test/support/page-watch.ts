import type { Page } from "playwright-core";

/** Collects the errors of a page: violations of its policy, console errors and uncaught exceptions. */
export async function watchComplaints(page: Page): Promise<readonly string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    console.error("policy violation: " + event.effectiveDirective + " " + event.blockedURI))`);
  return complaints;
}
