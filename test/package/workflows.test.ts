import { existsSync } from 'node:fs';
import path from 'node:path';
import { listOperations } from '../support/descriptions/describedOperations';
import { readDescriptions } from '../support/descriptions/packageNodes';
import { filesIn, readJson, readText, ROOT } from '../support/repository';

const PACKAGE = 'n8n-nodes-data-platform.';

interface WorkflowNode {
  name: string;
  type: string;
  parameters: {
    resource?: string;
    operation?: string;
    query?: string;
    toolDescription?: string;
  };
}

const WORKFLOWS = filesIn('workflows', '*.json').map((file) => ({
  file,
  ...readJson<{ name: string; nodes: WorkflowNode[] }>('workflows', file),
}));

test.each(WORKFLOWS)('docs/workflows.md shows the canvas of $file', ({ name }) => {
  const picture = `images/workflows/${name.toLowerCase().replaceAll(' ', '-')}.png`;
  expect(readText('docs/workflows.md')).toContain(`![The canvas of "${name}"](${picture})`);
  expect(existsSync(path.join(ROOT, 'docs', picture))).toBe(true);
});

const TOOLS = WORKFLOWS.flatMap(({ file, nodes }) =>
  nodes.map((node) => ({ ...node, file })),
).filter(({ type }) => type.startsWith(PACKAGE) && type.endsWith('Tool'));

test('the ready-made workflows have tools', () => expect(TOOLS.length).toBeGreaterThan(15));

test.each(TOOLS)('$file, $name: its name shows whether it only reads', (tool) => {
  const { resource = '', operation, query, toolDescription } = tool.parameters;
  const node = readDescriptions().find(({ name }) => `${PACKAGE}${name}Tool` === tool.type);
  const asked = node && listOperations(node).find(({ key }) => key === `${resource}/${operation}`);
  const action = asked?.operation.action;
  const reads =
    /^(?:Get|Check|Download|Wait)\b/.test(String(action)) || /^query\b/.test(String(query));
  expect(/^(?:List|Read|Get)\b/.test(tool.name)).toBe(reads);
  expect(toolDescription?.endsWith('Changes nothing.')).toBe(reads);
});
