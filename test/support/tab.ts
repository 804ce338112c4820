import type { Page } from "playwright-core";

/** What a journey needs of a browser, so that the same steps lead through Chromium and Firefox. */
export interface Tab {
  goto(url: string): Promise<unknown>;
  /** Puts the text into the field, in place of what stands there. */
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Chooses the option with this value in a menu. */
  choose(selector: string, value: string): Promise<unknown>;
  /** Does something that leads to another page, and waits until that page is loaded. */
  leaveBy(act: () => Promise<unknown>): Promise<void>;
  isVisible(selector: string): Promise<boolean>;
  waitUntilVisible(selector: string): Promise<unknown>;
  /** Waits for an element that need not be visible, such as a hidden field. */
  waitUntilThere(selector: string): Promise<unknown>;
  textOf(selector: string): Promise<string>;
}

/** What keeps a person's passkeys in a browser; it answers at once. */
export interface PluggedAuthenticator {
  /** From now on the person proves who they are to it, or fails. */
  setVerifying(isVerifying: boolean): Promise<void>;
}

/** Presses a button or follows a link, and waits for the next page. */
export function press(tab: Tab, selector: string): Promise<void> {
  return tab.leaveBy(() => tab.click(selector));
}

/** The tab that a page of Chromium is. */
export function tabOf(page: Page): Tab {
  return {
    goto: (url) => page.goto(url),
    fill: (selector, text) => page.fill(selector, text),
    click: (selector) => page.click(selector),
    choose: (selector, value) => page.selectOption(selector, value),
    async leaveBy(act) {
      await Promise.all([page.waitForEvent("load"), act()]);
    },
    isVisible: (selector) => page.locator(selector).isVisible(),
    waitUntilVisible: (selector) => page.locator(selector).first().waitFor(),
    waitUntilThere: (selector) => page.locator(selector).first().waitFor({ state: "attached" }),
    textOf: (selector) => page.locator(selector).innerText(),
  };
}
