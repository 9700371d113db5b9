import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nFolder } from '../../start/paths';

export interface McpTool {
  name: string;
  description?: string;
  inputSchema: object;
}

interface McpAnswer {
  isError?: boolean;
  content: Array<{ type: string; text?: string }>;
}

interface OfficialClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: McpTool[] }>;
  callTool(call: { name: string; arguments: object }): Promise<McpAnswer>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

interface ClientModule {
  Client: new (info: { name: string; version: string }) => OfficialClient;
}

interface TransportModule {
  StreamableHTTPClientTransport: new (url: URL, options: { requestInit: RequestInit }) => unknown;
}

/** n8n depends on the official client, so this package need not. */
const requireOfN8n = createRequire(join(n8nFolder, 'package.json'));

/** Connects the official client as a desktop client does. */
export class McpClient {
  private constructor(readonly official: OfficialClient) {}

  static async with(
    url: string,
    token: string | undefined,
    use: (client: McpClient) => Promise<void>,
  ): Promise<void> {
    const { Client } = requireOfN8n('@modelcontextprotocol/sdk/client/index.js') as ClientModule;
    const { StreamableHTTPClientTransport } = requireOfN8n(
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
    ) as TransportModule;
    const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
    const official = new Client({ name: 'test', version: '1.0.0' });
    await official.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
    );
    try {
      await use(new McpClient(official));
    } finally {
      await official.close();
    }
  }

  /** Calls a tool that succeeds. */
  async text(name: string, input: object): Promise<string> {
    const { isError, text } = await this.answer(name, input);
    assert.ok(!isError, text);
    return text;
  }

  /** Calls a tool of ours, which returns items. */
  async items(name: string, input: object = {}): Promise<Array<Record<string, unknown>>> {
    return JSON.parse(await this.text(name, input)) as Array<Record<string, unknown>>;
  }

  /** Calls a tool that fails. */
  async failure(name: string, input: object = {}): Promise<string> {
    const { isError, text } = await this.answer(name, input);
    assert.equal(isError, true, text);
    return text;
  }

  private async answer(name: string, input: object) {
    const { isError, content } = await this.official.callTool({ name, arguments: input });
    return { isError, text: content.map(({ text = '' }) => text).join('') };
  }
}
