import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';
import { packedDescriptions } from '../support/descriptions/packedDescriptions';

const FOLDER = path.join(__dirname, '../../workflows');
const PACKAGE = 'n8n-nodes-data-platform.';

interface Tool {
  name: string;
  type: string;
  parameters: Record<string, unknown> & { toolDescription: string };
}

const TOOLS = readdirSync(FOLDER)
  .flatMap((file) => {
    const { nodes } = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as {
      nodes: Tool[];
    };
    return nodes.map((node) => ({ ...node, file }));
  })
  .filter(({ type }) => type.startsWith(PACKAGE) && type.endsWith('Tool'));

test('the ready-made workflows have tools', () => expect(TOOLS.length).toBeGreaterThan(15));

test.each(TOOLS)('$file, $name: its name shows whether it only reads', async (tool) => {
  const { resource, operation, query, toolDescription } = tool.parameters;
  const nodes = await packedDescriptions();
  const node = nodes.find(({ name }) => `${PACKAGE}${name}Tool` === tool.type);
  const options = node?.properties.find(
    ({ name, displayOptions }) =>
      name === 'operation' && displayOptions?.show?.resource?.includes(resource as string),
  )?.options as INodePropertyOptions[] | undefined;
  const action = options?.find(({ value }) => value === operation)?.action;
  const reads =
    /^(?:Get|Check|Download|Wait)\b/.test(String(action)) || /^query\b/.test(String(query));
  expect(/^(?:List|Read|Get)\b/.test(tool.name)).toBe(reads);
  expect(toolDescription.endsWith('Changes nothing.')).toBe(reads);
});
