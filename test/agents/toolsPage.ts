import { format, resolveConfig } from 'prettier';
import { join } from 'node:path';
import { projectRoot } from '../../start/paths';
import type { McpTool } from './mcpClient';

interface Parameter {
  type?: string;
  description?: string;
  default?: unknown;
}

interface InputSchema {
  properties?: Record<string, Parameter>;
  required?: string[];
}

/** A page that tells what an MCP client is told of the tools: what each does, what it takes, and its schema. */
export async function toolsPage(tools: readonly McpTool[]): Promise<string> {
  const text = [
    '# Tools of the ready-made MCP server',
    'What a client gets from [Platform tools for an MCP client](workflows.md#platform-tools-for-an-mcp-client). See [Agents and MCP clients](ai.md).',
    '_This page is written by its test: `UPDATE_DOCS=1 npm run test:agents -- "list of tools"`._',
    ...tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(toolSection),
  ].join('\n\n');
  const config = await resolveConfig(join(projectRoot, 'docs', 'ai-tools.md'));
  return await format(text, { ...config, parser: 'markdown' });
}

function toolSection({ name, description = '', inputSchema }: McpTool): string[] {
  const { properties = {}, required = [] } = inputSchema as InputSchema;
  const parameters = Object.entries(properties).map(([key, parameter]) => {
    const need = required.includes(key)
      ? 'needed'
      : `default \`${JSON.stringify(parameter.default)}\``;
    return `- \`${key}\` (${parameter.type}, ${need}): ${parameter.description}`;
  });
  return [
    `## ${name}`,
    description,
    parameters.length > 0 ? parameters.join('\n') : 'Takes nothing.',
    `\`\`\`json\n${JSON.stringify(inputSchema, undefined, 2)}\n\`\`\``,
  ];
}
