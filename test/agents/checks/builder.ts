import assert from 'node:assert/strict';
import type { AgentsRunning, Check } from '../check';
import { McpClient } from '../mcpClient';

const NODE = 'n8n-nodes-data-platform.dataPlatformProjects';

/** Connects to n8n's own MCP server, whose tools are those of its assistant: they find nodes, and build workflows from code. */
async function withBuilder(
  { n8n, api }: AgentsRunning,
  use: (client: McpClient) => Promise<void>,
): Promise<void> {
  await api.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
  // n8n shows a key once: this one is always a new one.
  const { apiKey } = await api.request<{ apiKey: string }>('POST', '/mcp/api-key/rotate');
  await McpClient.with(`${n8n.baseUrl}/mcp-server/http`, apiKey, use);
}

/** What a search says of a node: an indented block. */
const blockOf = (found: string, node: string) =>
  found.split(/^(?=- |## )/m).find((block) => block.split(/\s/)[1] === node) ?? '';

export const builderChecks: Check[] = [
  {
    name: "n8n's assistant: a search for a nightly job finds the node, with hints on how to use it",
    async run(running) {
      await withBuilder(running, async (client) => {
        const found = await client.text('search_nodes', {
          queries: ['run data platform job', 'nightly job'],
        });
        const block = blockOf(found, NODE);
        assert.match(block, /@builderHint To run a job or pipeline and react to its end/);
        assert.match(
          block,
          /- n8n-nodes-base\.scheduleTrigger: "Runs a job or pipeline every night/,
        );
        assert.match(block, /- runAndWait\n.*\n\s+@builderHint Fails unless the run succeeds/);
        const trigger = blockOf(found, `${NODE}Trigger`);
        assert.match(trigger, /@builderHint Starts a workflow when any run fails/);
      });
    },
  },
];
