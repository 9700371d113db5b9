import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nFolder } from '../../start/paths';

export interface McpTool {
  name: string;
  description?: string;
  inputSchema: object;
}

export interface McpAnswer {
  isError?: boolean;
  content: Array<{ type: string; text?: string }>;
}

/** The official client, as far as it is used here. */
export interface McpClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: McpTool[] }>;
  callTool(call: { name: string; arguments: object }): Promise<McpAnswer>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

interface ClientModule {
  Client: new (info: { name: string; version: string }) => McpClient;
}

interface TransportModule {
  StreamableHTTPClientTransport: new (url: URL, options: { requestInit: RequestInit }) => unknown;
}

/** It comes with n8n, which has it as a dependency: it need not be one of this package, too. */
const requireOfN8n = createRequire(join(n8nFolder, 'package.json'));

/** The official MCP client, connected as a desktop client connects. @param token undefined to show none */
export async function connectMcp(url: string, token: string | undefined): Promise<McpClient> {
  const { Client } = requireOfN8n('@modelcontextprotocol/sdk/client/index.js') as ClientModule;
  const { StreamableHTTPClientTransport } = requireOfN8n(
    '@modelcontextprotocol/sdk/client/streamableHttp.js',
  ) as TransportModule;
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return client;
}

export function textOf({ content }: McpAnswer): string {
  return content.map(({ text = '' }) => text).join('');
}
