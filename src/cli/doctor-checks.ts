import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { checkMilliseconds, configuredMailServer } from "../adapters/mail/smtp.ts";
import { type HashRate, measureHashRate } from "../adapters/passwords/argon2.ts";
import { systemClock } from "../adapters/system/clock.ts";
import type { Administration } from "../administration.ts";
import { databaseFindings } from "../doctor/installation.ts";
import type { OldSystem } from "../flows/old-system-ports.ts";
import type { Finding } from "../flows/operator/finding.ts";
import { normalizePassword } from "../identity/password.ts";
import { type Config, databasePath, resolveIssuer } from "../ops/config.ts";
import { tryListening } from "../ops/listening.ts";
import { errorCodeOf } from "../values/error-code.ts";
import { counted } from "../values/words.ts";
import { isDatabaseMissing, loadAdministration, startProblem } from "./administration.ts";
import { localBaseOf, statusOf } from "./healthcheck.ts";
import { partyOf } from "./upstream-party.ts";

const signInsPerSecondMin = 20;

/** Opens the database as the service does, and with it every key under the master key. */
export async function* checkDatabase(config: Config, asksHosts = false): AsyncGenerator<Finding> {
  if (isDatabaseMissing(config) && !existsSync(resolve(config.dataDir, "master.key"))) {
    const detail = `${databasePath(config)} will be created at the first start`;
    yield { check: "database", state: "ok", detail };
    return;
  }
  let administration: Administration | undefined;
  try {
    const { openAdministration } = await loadAdministration();
    administration = await openAdministration(config);
    const { store, keyring, clock, random } = administration;
    const party = partyOf(administration, config);
    const issuer = resolveIssuer(config, config.port);
    const mailServer = configuredMailServer(config, issuer, checkMilliseconds);
    const oldSystem = await oldSystemOf(config, administration);
    const installation = { config, issuer, store, keyring, clock, random, party, mailServer, oldSystem };
    yield* databaseFindings(installation, await store.tend());
    if (asksHosts) {
      const { hostFindings } = await import("../doctor/protected-hosts.ts");
      yield* hostFindings(store.clients, issuer, clock.now());
    }
    if (config.apply !== undefined) {
      const { driftFinding } = await import("../compose/declared.ts");
      yield await driftFinding(administration, config, config.apply);
    }
  } catch (error) {
    const { cause, hint } = startProblem(error, config);
    yield {
      check: "database and keys",
      state: "failed",
      detail: cause,
      ...(hint === undefined ? {} : { repair: hint }),
    };
  } finally {
    await administration?.close();
  }
}

async function oldSystemOf(config: Config, administration: Administration): Promise<OldSystem | undefined> {
  if (config.importCheckUrl === undefined) return undefined;
  const { readOldSystem } = await import("../compose/old-system.ts");
  return readOldSystem(config)?.(administration);
}

/** Checks that the port is free, or that Latchkey has it. */
export async function checkPort(config: Config): Promise<Finding> {
  const check = "port";
  const place = `${config.host}:${config.port}`;
  const problem = await listenProblem(config);
  if (problem === undefined) return { check, state: "ok", detail: `${place} is free` };
  if (problem === "EADDRINUSE") {
    const status = await statusOf(`${localBaseOf(config)}/readyz`);
    if (status === 200) return { check, state: "ok", detail: `${place} is answered by a running Latchkey` };
    return {
      check,
      state: "failed",
      detail: `${place} is taken by ${status === 503 ? "a Latchkey that is not ready" : "another program"}`,
      repair: status === 503 ? "look at its log" : "stop that program, or set LATCHKEY_PORT to another port",
    };
  }
  return {
    check,
    state: "failed",
    detail: `${place} cannot be listened on (${problem})`,
    repair: problem === "EACCES" ? "choose a port above 1023" : "set LATCHKEY_HOST to 127.0.0.1 or 0.0.0.0",
  };
}

/** Measures how many passwords a second this machine can check. No setting can raise that. */
export async function checkPasswords(): Promise<Finding> {
  const password = normalizePassword("how fast is this machine?");
  if (!password.ok) throw new Error("A password of plain letters was refused.");
  return passwordFinding(await measureHashRate(systemClock, password.value));
}

/** The meaning of the rate for sign-ins. */
export function passwordFinding({ concurrency, millisecondsEach, perSecond }: HashRate): Finding {
  const [milliseconds, signIns] = [Math.round(millisecondsEach), Math.round(perSecond)];
  const finding = {
    check: "password hashing",
    detail: `Argon2id: ${milliseconds} ms each, about ${signIns} sign-ins a second on ${counted(concurrency, "core")}`,
    figures: { hash_milliseconds: milliseconds, sign_ins_per_second: signIns, cores: concurrency },
  };
  if (signIns >= signInsPerSecondMin) return { ...finding, state: "ok" };
  return { ...finding, state: "warning", repair: "give this machine more processor time" };
}

async function listenProblem({ host, port }: Config): Promise<string | undefined> {
  try {
    await tryListening({ host, port });
    return undefined;
  } catch (error) {
    return errorCodeOf(error);
  }
}
