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

/** The table of docs/dev/mcp-tools.md: what each tool does, and what it takes. */
export function toolRows(tools: readonly McpTool[]): string[][] {
  return tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description = '', inputSchema }) => {
      const { properties = {}, required = [] } = inputSchema as InputSchema;
      const parameters = Object.entries(properties).map(([key, parameter]) => {
        const need = required.includes(key)
          ? 'needed'
          : `default \`${JSON.stringify(parameter.default)}\``;
        return `\`${key}\` (${need}): ${parameter.description}`;
      });
      return [`\`${name}\``, description, parameters.join('<br>')].map((cell) =>
        cell.replace(/\s+/g, ' ').replaceAll('|', '/'),
      );
    });
}
