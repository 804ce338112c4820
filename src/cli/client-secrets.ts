import type { Command } from "commander";
import { retireOldSecret, rotateClientSecret } from "../flows/operator/client.ts";
import { clientRecord } from "../flows/operator/client-record.ts";
import { secretCount } from "../flows/operator/client-secrets.ts";
import { everyRight } from "../flows/operator/rights.ts";
import { ok } from "../values/result.ts";
import { onClient, printSecretOnce } from "./client-call.ts";
import { action, type Invocation, wantsJson } from "./invocation.ts";
import type { Outcome } from "./outcome.ts";

interface RotateOptions {
  readonly overlap?: boolean;
}

/** `latchkey client rotate-secret` and `retire-secret`. */
export function addSecretCommands(client: Command, invocation: Invocation): void {
  client
    .command("rotate-secret <id>")
    .description("make a new secret; the old one stops working at once")
    .option("--overlap", "let the old one work on until retire-secret")
    .action(
      action(invocation, (id: string, options: RotateOptions, command: Command) =>
        rotate(invocation, command, id, options),
      ),
    );
  client
    .command("retire-secret <id>")
    .description("end the old secret that rotate-secret --overlap kept")
    .action(action(invocation, (id: string, _: object, command: Command) => retire(invocation, command, id)));
}

function rotate(
  invocation: Invocation,
  command: Command,
  id: string,
  { overlap = false }: RotateOptions,
): Promise<Outcome> {
  return onClient(invocation, command, id, async (registry, clientId) => {
    const rotated = await rotateClientSecret(registry, clientId, { by: everyRight, keepsOld: overlap });
    if (!rotated.ok) return rotated;
    const uses = await registry.secretUses.list(clientId);
    printSecretOnce(invocation, command, { ...rotated.value, uses });
    return ok(
      secretCount(rotated.value.client) === 2
        ? `Both secrets work. \`${invocation.runLatchkey} client show ${clientId}\` says when each was last used.\n` +
            `When nobody uses the old one any more: ${invocation.runLatchkey} client retire-secret ${clientId}`
        : "Every older secret is refused within a second.",
    );
  });
}

function retire(invocation: Invocation, command: Command, id: string): Promise<Outcome> {
  return onClient(invocation, command, id, async (registry, clientId) => {
    const retired = await retireOldSecret(registry, clientId, { by: everyRight });
    if (!retired.ok) return retired;
    if (wantsJson(command))
      invocation.terminal.printJson(
        clientRecord(retired.value, { uses: await registry.secretUses.list(clientId) }),
      );
    return ok("The old secret is refused within a second; the new one works on.");
  });
}
