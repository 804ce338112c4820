import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { renderErrorPage } from "../../src/pages/error.ts";
import { catalogue as english } from "../../src/pages/languages/en/catalogue.ts";
import { renderSignInPage } from "../../src/pages/sign-in.ts";
import { bareSignInModel, errorModel } from "./every-page.ts";

/** Just enough of an element to run the pages' scripts, which must find everything else in themselves. */
class Part {
  hidden = true;
  textContent = "";
  type = "password";
  dataset: { on?: string } = {};
  form: Part | undefined;
  readonly attributes = new Map<string, string>();
  readonly listeners = new Map<string, (event: object) => unknown>();

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }

  addEventListener(type: string, listener: (event: object) => unknown): void {
    this.listeners.set(type, listener);
  }

  async meets(type: string, event: object = {}): Promise<void> {
    await this.listeners.get(type)?.(event);
  }
}

function scriptOf(page: string): string {
  return /<script[^>]*>(.*)<\/script>/s.exec(page)?.[1] ?? "";
}

function run(page: string, parts: Readonly<Record<string, Part>>, globals: object = {}): void {
  runInNewContext(scriptOf(page), {
    document: { getElementById: (id: string) => parts[id] ?? null },
    ...globals,
  });
}

function signInParts() {
  const parts = { password: new Part(), "show-password": new Part(), "caps-lock": new Part() };
  parts.password.form = new Part();
  parts["caps-lock"].dataset = { on: "Caps Lock is on." };
  run(renderSignInPage(bareSignInModel(), english).toString(), parts);
  return { password: parts.password, toggle: parts["show-password"], hint: parts["caps-lock"] };
}

test("the sign-in script shows and hides the password, and hides it before it is sent", async () => {
  const { password, toggle } = signInParts();
  assert.equal(toggle.hidden, false);
  await toggle.meets("click");
  assert.equal(password.type, "text");
  assert.equal(toggle.attributes.get("aria-pressed"), "true");
  await toggle.meets("click");
  assert.equal(password.type, "password");
  await toggle.meets("click");
  await password.form?.meets("submit");
  assert.equal(password.type, "password");
  assert.equal(toggle.attributes.get("aria-pressed"), "false");
});

test("the sign-in script tells when Caps Lock is on, and bears events without modifiers", async () => {
  const { password, hint } = signInParts();
  await password.meets("keydown", { getModifierState: (key: string) => key === "CapsLock" });
  assert.equal(hint.textContent, "Caps Lock is on.");
  await password.meets("keyup", {});
  assert.equal(hint.textContent, "");
});

test("the sign-in script does nothing on a page without its parts", () => {
  run(renderSignInPage(bareSignInModel(), english).toString(), {});
});

test("the copy button copies the command and says so; without a clipboard it stays hidden", async () => {
  const page = renderErrorPage(errorModel, english).toString();
  const parts = { copy: new Part(), command: new Part(), copied: new Part() };
  parts.command.textContent = "latchkey doctor";
  parts.copied.dataset = { on: "Copied" };
  run(page, parts, { navigator: {} });
  assert.equal(parts.copy.hidden, true);
  const written: string[] = [];
  const clipboard = { writeText: async (text: string) => void written.push(text) };
  run(page, parts, { navigator: { clipboard } });
  await parts.copy.meets("click");
  assert.deepEqual(written, ["latchkey doctor"]);
  assert.equal(parts.copied.textContent, "Copied");
});
