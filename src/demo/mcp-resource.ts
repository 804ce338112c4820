/** The path of the demo's MCP server below the address of the demo; together they are the resource that its tokens are for. */
export const mcpPath = "/mcp";
