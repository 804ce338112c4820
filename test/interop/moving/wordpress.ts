import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { until } from "../../support/until.ts";
import { debianFiles } from "../apps/support/packages.ts";
import { needTool, runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const version = "6.1.9";
const password = "seven quiet rivers run north";

export const wordpress: Trial = {
  name: "wordpress",
  format: "wordpress",
  version,
  async install() {
    await needTool(["php", "-r", "new mysqli();"], "php-cli php-mysql");
    await needTool(["mariadbd", "--version"], "mariadb-server");
    return debianFiles("wordpress");
  },
  async prove(stage, step, files) {
    let file = "";
    await step("WordPress is installed, and makes the rows", async () => {
      await using database = await startDatabase(stage.folder);
      const script = join(stage.folder, "people.php");
      await writeFile(script, people);
      const place = join(files, "usr/share/wordpress");
      const environment = { PASSWORD: password, WORDPRESS: place, SOCKET: database.socket };
      const printed = await runTool(["php", script], { environment });
      const { version: made, rows } = JSON.parse(printed.trim().split("\n").at(-1) ?? "");
      assert.equal(made, version);
      file = JSON.stringify(rows);
    });
    const destination = await stage.destination();
    await step("the rows are imported", async () => {
      const { counts, said, report } = await destination.importPeople(file);
      assert.match(said, /as the users of WordPress/);
      assert.deepEqual([counts.created, report], [2, {}]);
    });
    await step("old passwords", async () => {
      for (const [username, name] of [
        ["ada", "ada"],
        ["bob", "Bob B"],
      ] as const) {
        assert.equal((await destination.signIn({ username, password })).name, name);
        await destination.refuses({ username, password: `${password}!` });
      }
    });
  },
};

/** A MariaDB of its own, at a socket. */
async function startDatabase(folder: string): Promise<AsyncDisposable & { readonly socket: string }> {
  const data = join(folder, "db");
  const socket = join(folder, "db.sock");
  await mkdir(data);
  const place = ["--no-defaults", "--user=root", `--datadir=${data}`] as const;
  await runTool([
    "mariadb-install-db",
    ...place,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
  ]);
  const words = [...place, `--socket=${socket}`, "--skip-networking", `--pid-file=${join(folder, "db.pid")}`];
  const server = spawn("/usr/sbin/mariadbd", words, { stdio: "ignore" });
  const isThere = () =>
    runTool(["mariadb", "--no-defaults", "--user=root", `--socket=${socket}`, "-e", "SELECT 1"]).then(
      () => true,
      () => false,
    );
  await until(isThere);
  return {
    socket,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.kill();
      await closed;
    },
  };
}

/** What its page for the installation does, and a second person. */
const people = `<?php
define("ABSPATH", getenv("WORDPRESS") . "/");
define("WP_CONTENT_DIR", ABSPATH . "wp-content");
define("DB_NAME", "wordpress");
define("DB_USER", "root");
define("DB_PASSWORD", "");
define("DB_HOST", "localhost:" . getenv("SOCKET"));
define("WP_INSTALLING", true);
foreach (["AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE"] as $name) {
  define($name . "_KEY", $name);
  define($name . "_SALT", $name);
}
$table_prefix = "wp_";
$_SERVER["HTTP_HOST"] = "localhost";
(new mysqli(null, "root", "", null, null, getenv("SOCKET")))->query("CREATE DATABASE wordpress");
require ABSPATH . "wp-settings.php";
require ABSPATH . "wp-admin/includes/upgrade.php";
error_reporting(0);
$password = getenv("PASSWORD");
wp_install("Site", "ada", "ada@example.org", true, "", $password);
wp_insert_user(["user_login" => "bob", "user_email" => "bob@example.org", "user_pass" => $password, "display_name" => "Bob B"]);
global $wpdb, $wp_version;
echo "\\n", json_encode(["version" => $wp_version, "rows" => $wpdb->get_results("SELECT * FROM wp_users")]), "\\n";
`;
