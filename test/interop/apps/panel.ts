import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pythonPackages } from "./support/packages.ts";
import { Program } from "./support/program.ts";
import { environmentIn, type Stage } from "./support/stage.ts";
import type { Trial } from "./support/trial.ts";

const dashboard = `import panel as pn
user = pn.state.user_info or {}
pn.Column(
    f"# Hello, {user.get('name')}",
    f"The user is {pn.state.user}.",
    pn.pane.HTML("<a href='./logout'>Leave</a>"),
).servable()
`;

export const panel: Trial = {
  name: "panel",
  version: "1.9.4",
  install: () => pythonPackages("panel", ["panel==1.9.4"]),
  async prove(stage, step, programs) {
    await writeFile(join(stage.folder, "dashboard.py"), dashboard);
    const { settings } = await stage.register();
    const environment = environmentIn(settings.join("\n"));
    {
      await using _ = await start(stage, programs, environment);
      const page = await stage.newPage();
      await step("signs in", async () => {
        await page.goto(`${stage.host}/dashboard`);
        await stage.signIn(page);
      });
      await step("the person", async () => {
        await page.getByText("The user is ada@example.org.").waitFor();
        await page.getByText("Hello, Ada Lovelace").waitFor();
      });
      await step("signs out", async () => {
        await stage.signOutAtService(page);
        await page.goto(`${stage.host}/logout`);
        await page.goto(`${stage.host}/dashboard`);
        await stage.asksWhoIsThere(page);
      });
    }
    await step("trap: a redirect URI with a path", async () => {
      await using _ = await start(stage, programs, {
        ...environment,
        PANEL_OAUTH_REDIRECT_URI: `${stage.host}/dashboard`,
      });
      const page = await stage.newPage();
      await page.goto(`${stage.host}/dashboard`);
      await page.getByText(stage.trap("This link does not work")).first().waitFor();
    });
  },
};

function start(
  stage: Stage,
  programs: string,
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  const words = ["serve", "dashboard.py", "--address", "127.0.0.1", "--port", String(stage.port)];
  return Program.start({
    command: [join(programs, "panel"), ...words, "--allow-websocket-origin", new URL(stage.host).host],
    cwd: stage.folder,
    environment,
    ready: stage.host,
  });
}
