import type { Marionette } from "./marionette.ts";

/** Runs in the browser's own process, on the service that its autofill asks (WebAuthnFeature.sys.mjs of Firefox). */
const askAutofill = `
  const [picks, answer] = arguments;
  const service = Cc["@mozilla.org/webauthn/service;1"].getService(Ci.nsIWebAuthnService);
  const { browsers } = Services.wm.getMostRecentWindow("navigator:browser").gBrowser;
  const waiting = browsers
    .map((page) => service.hasPendingConditionalGet(page.browsingContext.id, page.contentPrincipal.originNoSuffix))
    .find((request) => request !== 0);
  if (waiting === undefined) answer(null);
  else
    service.getAutoFillEntries(waiting, {
      QueryInterface: ChromeUtils.generateQI(["nsIWebAuthnAutoFillEntriesCallback"]),
      resolve: (entries) => {
        if (picks) service.selectAutoFillEntry(waiting, entries[0].credentialId);
        answer(entries.length);
      },
      reject: () => answer(0),
    });`;

/**
 * How many passkeys the autofill of the page that waits for one has in its list; undefined if no page waits. `picks` does what a press of
 * the first entry does. Without a screen the list itself does not open.
 */
export async function offeredPasskeys(
  marionette: Marionette,
  { picks = false }: { readonly picks?: boolean } = {},
): Promise<number | undefined> {
  await marionette.send("Marionette:SetContext", { value: "chrome" });
  try {
    const { value } = await marionette.send<{ value: number | null }>("WebDriver:ExecuteAsyncScript", {
      script: askAutofill,
      args: [picks],
    });
    return value ?? undefined;
  } finally {
    await marionette.send("Marionette:SetContext", { value: "content" });
  }
}
