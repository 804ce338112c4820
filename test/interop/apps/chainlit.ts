import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import { environmentIn, type Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

const callback = `import chainlit as cl

@cl.oauth_callback
def oauth_callback(provider_id, token, raw_user_data, default_user):
    return default_user

`;
const conversation = `import chainlit as cl

@cl.on_chat_start
async def start():
    await cl.Message(content=f"You are {cl.user_session.get('user').identifier}.").send()
`;

export const chainlit: Trial = {
  name: "chainlit",
  version: "2.12.0",
  install: () => pythonPackages("chainlit", ["chainlit==2.12.0"]),
  async prove(stage, step, programs) {
    await writeFile(join(stage.folder, "app.py"), callback + conversation);
    const { settings } = await stage.register();
    const environment = environmentIn(settings.join("\n"));
    {
      await using _ = await start(stage, programs, environment);
      const page = await stage.newPage();
      await step("signs in", async () => {
        await page.goto(stage.host);
        await page.getByRole("button", { name: /generic/i }).click();
        await stage.signIn(page);
      });
      await step("the person", async () => {
        await page.getByText("You are ada@example.org.").waitFor();
      });
      await step("signs out", async () => {
        await page.locator("#user-nav-button").click();
        await page.getByText("Logout").click();
        await page.getByRole("button", { name: /generic/i }).waitFor();
      });
    }
    await step("trap: CHAINLIT_URL is another address", async () => {
      const elsewhere = `http://localhost:${stage.port}`;
      await using _ = await start(stage, programs, { ...environment, CHAINLIT_URL: elsewhere });
      const page = await stage.newPage();
      await page.goto(stage.host);
      await page.getByRole("button", { name: /generic/i }).click();
      await page.getByText(stage.trap("This link does not work")).first().waitFor();
    });
  },
};

function start(
  stage: Stage,
  programs: string,
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  return Program.start({
    command: [
      join(programs, "chainlit"),
      "run",
      "app.py",
      "--headless",
      "--host",
      "127.0.0.1",
      "--port",
      String(stage.port),
    ],
    cwd: stage.folder,
    environment: { ...environment, CHAINLIT_AUTH_SECRET: "only for this test, and forty letters long" },
    ready: stage.host,
  });
}
