import {
  Client as ClientTwo,
  StreamableHTTPClientTransport as TransportTwo,
  UnauthorizedError as UnauthorizedTwo,
} from "@modelcontextprotocol/client";
import { UnauthorizedError as UnauthorizedOne } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type AgentOptions, MemoryProvider } from "./provider.ts";
import type { McpStage } from "./stage.ts";

const self = { name: "test-agent", version: "1.0.0" };

/** An agent on an official client: it calls tools, and sends its person to a browser where the SDK says so. */
export interface Agent {
  readonly name: string;
  readonly provider: MemoryProvider;
  call(tool: string, args?: Record<string, unknown>): Promise<string>;
}

/** One kind of agent for each major version of the SDK and each version of the protocol that it speaks. */
export const kinds: Readonly<Record<string, (stage: McpStage, options?: Partial<AgentOptions>) => Agent>> = {
  "SDK 1.x, protocol 2025-11-25": (stage, options) => agentOne(stage, options),
  "SDK 2.x, protocol 2025-11-25": (stage, options) => agentTwo(stage, "legacy", options),
  "SDK 2.x, protocol 2026-07-28": (stage, options) => agentTwo(stage, { pin: "2026-07-28" }, options),
};

function agentOne(stage: McpStage, options: Partial<AgentOptions> = {}): Agent {
  const provider = new MemoryProvider({ redirectUri: stage.redirectUri, ...options });
  const attempt = async (tool: string, args: Record<string, unknown>, mayAsk: boolean): Promise<string> => {
    const transport = new TransportOne(new URL(stage.mcpUrl), { authProvider: provider });
    const client = new ClientOne(self);
    try {
      await client.connect(transport);
      return textOf(await client.callTool({ name: tool, arguments: args }));
    } catch (error) {
      if (!(error instanceof UnauthorizedOne) || !mayAsk) throw error;
      const answer = await stage.authorize(locationOf(provider));
      await transport.finishAuth(answer.get("code") ?? "");
      return attempt(tool, args, false);
    } finally {
      await client.close();
    }
  };
  return { name: "1", provider, call: (tool, args = {}) => attempt(tool, args, true) };
}

function agentTwo(
  stage: McpStage,
  mode: "legacy" | { pin: string },
  options: Partial<AgentOptions> = {},
): Agent {
  const provider = new MemoryProvider({ redirectUri: stage.redirectUri, ...options });
  const attempt = async (tool: string, args: Record<string, unknown>, mayAsk: boolean): Promise<string> => {
    const transport = new TransportTwo(new URL(stage.mcpUrl), { authProvider: provider });
    const client = new ClientTwo(self, { versionNegotiation: { mode } });
    try {
      await client.connect(transport);
      return textOf(await client.callTool({ name: tool, arguments: args }));
    } catch (error) {
      if (!(error instanceof UnauthorizedTwo) || !mayAsk) throw error;
      await transport.finishAuth(await stage.authorize(locationOf(provider)));
      return attempt(tool, args, false);
    } finally {
      await client.close();
    }
  };
  return { name: "2", provider, call: (tool, args = {}) => attempt(tool, args, true) };
}

function locationOf(provider: MemoryProvider): URL {
  if (provider.location === undefined) throw new Error("The SDK sent nobody anywhere.");
  return provider.location;
}

function textOf(result: object): string {
  const [first] = "content" in result && Array.isArray(result.content) ? result.content : [];
  return String(first?.text);
}
