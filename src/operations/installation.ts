import { z } from "zod";
import { findingRecord } from "../flows/operator/finding.ts";
import { statusRecord } from "../flows/operator/status.ts";
import { ok } from "../values/result.ts";
import { type Operation, operation } from "./operation.ts";
import { time } from "./schema.ts";

const noun = "Installation";
const count = z.int().min(0);

const statusSchema = z
  .strictObject({
    version: z.string(),
    issuer: z.string().meta({ format: "uri" }),
    running: z.boolean(),
    database: z.string().meta({ description: "Its location, without the password." }),
    clients: count,
    users: count,
    sessions: count.meta({ description: "Live sessions only." }),
    database_bytes: count.nullable().meta({ description: "Null while the database is unavailable." }),
    last_backup_at: time.nullable(),
    last_proved_backup_at: time
      .nullable()
      .meta({ description: "When the last backup that could be restored into a copy was made." }),
    newest_key_at: time
      .nullable()
      .meta({ description: "When the newest key was made. `listKeys` has the age of each key." }),
  })
  .meta({ id: "Status" });

const settingSchema = z
  .strictObject({
    setting: z.string(),
    value: z
      .string()
      .nullable()
      .meta({ description: "`[secret]` for a secret that is set; null if not set." }),
    origin: z.string().meta({
      description:
        "`default`, `.env`, the file, `environment` or the flag; `program` if a program started the service.",
    }),
    help: z.string().meta({ description: "What it is for, in one line." }),
  })
  .meta({ id: "Setting" });

const findingSchema = z
  .strictObject({
    check: z.string().meta({ example: "backup" }),
    state: z.enum(["ok", "warning", "failed"]),
    detail: z.string(),
    repair: z.string().nullable().meta({ description: "Null if none is needed." }),
  })
  .meta({ id: "Finding" });

/** The operations about the installation as a whole. */
export const installationOperations: readonly Operation[] = [
  operation({
    id: "getStatus",
    method: "get",
    path: "/status",
    noun,
    scope: "status:read",
    command: "latchkey",
    summary: "The version, and the contents of the database in numbers",
    status: 200,
    answer: statusSchema,
    run: async ({ administration }) => ok({ body: statusRecord(await administration.status()) }),
  }),
  operation({
    id: "listFindings",
    method: "get",
    path: "/findings",
    noun,
    scope: "status:read",
    command: "doctor",
    summary: "What is wrong with the installation, and how to repair each fault",
    description:
      "The checks of `latchkey doctor`, except those that concern the machine before the service starts: settings, port and speed of password hashing. Providers are contacted; findings are cached for ten seconds.",
    status: 200,
    answer: z.strictObject({ items: z.array(findingSchema) }).meta({ id: "Findings" }),
    run: async ({ administration }) =>
      ok({ body: { items: (await administration.findings()).map(findingRecord) } }),
  }),
  operation({
    id: "listSettings",
    method: "get",
    path: "/settings",
    noun,
    scope: "settings:read",
    command: "config print",
    summary: "Every setting of the process that answers, with its source; secrets stay hidden",
    status: 200,
    answer: z.strictObject({ items: z.array(settingSchema) }).meta({ id: "Settings" }),
    run: async ({ administration }) => ok({ body: { items: administration.settings() } }),
  }),
];
