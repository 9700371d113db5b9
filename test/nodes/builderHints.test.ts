import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { describedNodes } from '../support/descriptions/packageNodes';

/** n8n's assistant reads them for each search that finds the node: what is longer costs tokens of every conversation. */
const MAX_HINT_CHARACTERS = 300;
const MAX_RELATION_CHARACTERS = 100;
const MAX_PATTERN_CHARACTERS = 3_000;
/** Of n8n's own nodes, these alone are named. */
const NODES_OF_N8N = ['n8n-nodes-base.scheduleTrigger'];

const nodes = describedNodes();

const typeOf = ({ name }: INodeTypeDescription) =>
  name.includes('.') ? name : `n8n-nodes-data-platform.${name}`;

const operationsOf = (node: INodeTypeDescription) =>
  node.properties
    .filter(({ name }) => name === 'operation')
    .flatMap(({ options, displayOptions }) =>
      (options as INodePropertyOptions[]).map((option) => ({
        ...option,
        path: `${String(displayOptions?.show?.resource?.[0])}.${String(option.value)}`,
      })),
    );

test("n8n's assistant reads a hint of every node, and which nodes belong to it", () => {
  const types = [...nodes.map(typeOf), ...NODES_OF_N8N];
  for (const node of nodes) {
    const { searchHint = '', relatedNodes = [] } = node.builderHint ?? {};
    expect([node.name, searchHint]).toEqual([node.name, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(searchHint.length).toBeLessThanOrEqual(MAX_HINT_CHARACTERS);
    expect(relatedNodes.length).toBeGreaterThan(0);
    for (const { nodeType, relationHint } of relatedNodes) {
      expect(types).toContain(nodeType);
      expect(nodeType).not.toBe(typeOf(node));
      expect(relationHint).toMatch(/^[A-Z].*[^.]$/);
      expect(relationHint.length).toBeLessThanOrEqual(MAX_RELATION_CHARACTERS);
    }
  }
});

test('operations that need it have a hint of their own', () => {
  const hints = nodes.flatMap(operationsOf).filter(({ builderHint }) => builderHint !== undefined);
  for (const { path, builderHint } of hints) {
    expect([path, builderHint?.propertyHint]).toEqual([path, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(builderHint?.propertyHint.length).toBeLessThanOrEqual(MAX_HINT_CHARACTERS);
  }
  expect(hints.map(({ path }) => path).sort()).toEqual([
    'folder.sync',
    'job.run',
    'job.runAndWait',
    'pipeline.run',
    'pipeline.runAndWait',
    'project.getReport',
    'project.plan',
  ]);
});

// n8n leaves such a hint out, and newer n8n refuses the node.
test('no picker of a resource or an operation has a hint itself', () => {
  const pickers = nodes.flatMap(({ properties }) =>
    properties.filter(({ name }) => ['resource', 'operation', 'mode'].includes(name)),
  );
  expect(pickers.filter(({ builderHint }) => builderHint)).toEqual([]);
});

// That the workflow is valid and does what it says, n8n itself says: `npm run test:agents -- assistant`.
test('the assistant sees the ready workflow for a job of every night where it configures Run and Wait, and only there', () => {
  const patterns = nodes.flatMap(({ builderHint }) => builderHint?.extraTypeDefContent ?? []);
  expect(patterns.map(({ displayOptions }) => displayOptions)).toEqual([
    { show: { resource: ['job'], operation: ['runAndWait'] } },
  ]);
  for (const { content } of patterns) {
    expect(content).toMatch(/^<patterns>\n<pattern title="[^"]+">\n[^]+<\/pattern>\n<\/patterns>$/);
    expect(content.length).toBeLessThanOrEqual(MAX_PATTERN_CHARACTERS);
  }
});
