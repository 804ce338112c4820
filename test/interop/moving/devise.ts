import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { needTool, packagedVersion, runTool } from "./support/run-tool.ts";
import type { Trial } from "./support/trial.ts";

const password = "seven quiet rivers run north";

export const devise: Trial = {
  name: "devise",
  format: "devise",
  version: "4.8.1",
  async install() {
    await needTool(
      ["ruby", "-e", 'require "devise"; require "sqlite3"'],
      "ruby-devise ruby-activerecord ruby-sqlite3",
    );
    return "";
  },
  async prove(stage, step) {
    let file = "";
    await step(`a model of Devise makes the rows (${await packagedVersion("ruby-devise")})`, async () => {
      const script = join(stage.folder, "people.rb");
      await writeFile(script, people);
      file = await runTool(["ruby", script]);
    });
    const destination = await stage.destination();
    await step("the rows are imported", async () => {
      const { counts, said, report } = await destination.importPeople(file);
      assert.match(said, /as the users of Devise/);
      assert.deepEqual([counts.created, report], [2, {}]);
    });
    await step("old passwords, and none that has a pepper", async () => {
      const ada = { username: "ada@example.org", password };
      const claims = await destination.signIn(ada);
      assert.deepEqual([claims.given_name, claims.email_verified], ["Ada", true]);
      await destination.refuses({ ...ada, password: `${password}!` });
      await destination.refuses({ username: "bob@example.org", password });
    });
  },
};

/** The columns are those of its generator, and two more. */
const people = `
require "logger"
require "active_record"
require "devise"
require "devise/orm/active_record"
ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table :users do |t|
    t.string :email, null: false, default: ""
    t.string :encrypted_password, null: false, default: ""
    t.string :reset_password_token
    t.datetime :reset_password_sent_at
    t.datetime :remember_created_at
    t.datetime :confirmed_at
    t.string :first_name
    t.timestamps null: false
  end
end
class User < ActiveRecord::Base
  devise :database_authenticatable, :recoverable, :rememberable, :validatable
end
password = ${JSON.stringify(password)}
User.create!(email: "ada@example.org", password: password, first_name: "Ada", confirmed_at: Time.now)
Devise.pepper = "a pepper of the application"
User.create!(email: "bob@example.org", password: password)
puts User.connection.select_all("SELECT * FROM users").to_a.to_json
`;
