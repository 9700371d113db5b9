import type { INodePropertyOptions } from 'n8n-workflow';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { RESOURCES } from '../../nodes/outputs';
import {
  choicesOfField,
  describedOperations,
  innerFields,
  operationsOf,
  withInner,
} from '../support/descriptions/describedOperations';
import { outputOf } from '../support/descriptions/outputs';
import { describedNode, describedNodes, NODE_FOLDERS } from '../support/descriptions/packageNodes';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { REPEATED } from './tries/everyOperation';

/** n8n's assistant reads them for each search that finds the node: what is longer costs tokens of every conversation. */
const MAX_HINT_CHARACTERS = 300;
const MAX_RELATION_CHARACTERS = 100;

const nodes = describedNodes();
/** All nodes that hints name: those of the package, and of n8n's own one. */
const TYPES = [
  ...nodes.map(({ name }) => (name.includes('.') ? name : `n8n-nodes-data-platform.${name}`)),
  'n8n-nodes-base.scheduleTrigger',
];

const PICKERS = ['resource', 'operation'];

/** The menus are put together at run time, where the lint rules for them cannot look. */
describe.each(NODE_FOLDERS)('%s', (folder) => {
  const description = describedNode(folder);
  const operations = choicesOfField(description, 'operation');
  const pickers = description.properties.filter(({ name }) => PICKERS.includes(name));

  // A field all of whose options choose a credential: n8n's editor hides it behind the credential.
  test('no field is hidden as a choice of credentials', () => {
    const chooses = new Map<string, Set<unknown>>();
    for (const { displayOptions } of description.credentials ?? []) {
      for (const [name, values = []] of Object.entries(displayOptions?.show ?? {})) {
        chooses.set(name, new Set([...(chooses.get(name) ?? []), ...values]));
      }
    }
    const hidden = description.properties.filter(({ name, options = [] }) => {
      const values = (options as INodePropertyOptions[]).map(({ value }) => value);
      return chooses.has(name) && values.every((value) => chooses.get(name)?.has(value));
    });
    expect(hidden.map(({ name }) => name)).toEqual([]);
  });

  // n8n's editor shows credentials above the last field that "show" names; it looks at no "hide".
  test('no credential stands between Resource and Operation', () => {
    const deciding = (description.credentials ?? []).flatMap(({ displayOptions }) =>
      Object.keys(displayOptions?.show ?? {}),
    );
    expect(deciding).not.toContain('operation');
  });

  test('has a codex file and both icons', () => {
    expect(description.codex).toHaveProperty('node', `n8n-nodes-data-platform.${description.name}`);
    const { light, dark } = description.icon as { light: string; dark: string };
    expect(light).not.toBe(dark);
    for (const file of [light, dark].map((icon) => icon.replace(/^file:/, ''))) {
      const icon = path.join(PACKAGE_FOLDER, 'dist', 'nodes', folder, file);
      expect([file, existsSync(icon)]).toEqual([file, true]);
    }
  });

  test('every picker has a default among its options', () => {
    for (const { options, default: usual, noDataExpression } of pickers) {
      expect((options as INodePropertyOptions[]).map(({ value }) => value)).toContain(usual);
      expect(noDataExpression).toBe(true);
    }
  });

  test('a new tool starts with an operation that changes nothing', () => {
    if (!description.usableAsTool) return;
    const [first] = (pickers[1]?.options ?? []).filter(
      (option) => 'value' in option && option.value === pickers[1]?.default,
    );
    expect(first).toHaveProperty('action', expect.stringMatching(/^(?:Get|Check) /));
  });

  test('every operation has an action in sentence case and a description that ends as n8n has it', () => {
    for (const option of operations) {
      expect(option.action).toMatch(/^[A-Z][^A-Z]*(?:GraphQL|GPU|URLs?|ID|Docker)?[^A-Z]*$/);
      // One sentence has no final period, several have one each.
      expect(option.description).toMatch(
        /\. [A-Z]/.test(option.description ?? '') ? /\.$/ : /[^.]$/,
      );
    }
  });

  // A switch that is not added is off: `nodeParameters.test.ts`.
  test('every switch in a collection is on when it is added', () => {
    const collections = withInner(description.properties).filter(
      ({ type }) => type === 'collection',
    );
    const off = withInner(collections.flatMap(innerFields)).filter(
      (field) => field.type === 'boolean' && field.default !== true,
    );
    expect(off.map(({ name }) => name)).toEqual([]);
  });

  test('every button that adds an entry says what it adds', () => {
    const lists = withInner(description.properties).filter(
      ({ name, type }) => type === 'fixedCollection' && name !== 'pollTimes',
    );
    for (const { placeholder } of lists) expect(placeholder).toMatch(/^Add [A-Z]/);
  });

  test('every parameter has a description that a model can use', () => {
    const without = withInner(description.properties).filter(
      ({ name, type, description: text = '' }) =>
        text.length <= 10 &&
        ![...PICKERS, 'pollTimes'].includes(name) &&
        !['notice', 'hidden'].includes(type),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test('what an operation destroys, replaces or stops stands in its description', () => {
    const words = new Map([
      ['delete', /permanently/],
      ['upload', /replace/],
      ['sync', /replaced\. Other files are deleted only if/],
      ['set', /update the one/],
      ['stop', /^Stop/],
      ['restart', /^Stop .* start it again/],
      ['update', /^Update/],
    ]);
    for (const option of operations) {
      const [verb = ''] = /^[a-z]+/.exec(String(option.value)) ?? [];
      expect(option.description).toMatch(words.get(verb) ?? /./);
      // The description of a reading operation begins with a verb that says so.
      const isRead = /^(?:get|check|download|diagnose)/.test(String(option.value));
      const saysRead = /^(?:Get|Check|Download)\b/.test(String(option.description));
      expect([option.value, saysRead]).toEqual([option.value, isRead]);
    }
  });

  // A tool that nobody has named is called after its action.
  test('an action begins with a word that only reading ones have, or with another one', () => {
    for (const option of operations) {
      const reads = /^(?:get|check|download|wait)/.test(String(option.value));
      const saysRead = /^(?:Get|Check|Download|Wait)\b/.test(String(option.action));
      expect([option.action, saysRead]).toEqual([option.action, reads]);
    }
  });

  test('every field belongs to an operation that exists', () => {
    const known = new Set(operations.map(({ value }) => value));
    const shown = description.properties.flatMap(
      ({ displayOptions }) => displayOptions?.show?.operation ?? [],
    );
    expect(shown.filter((operation) => !known.has(operation as string))).toEqual([]);
  });

  test("n8n's assistant reads a hint of it, and which nodes belong to it", () => {
    const { searchHint = '', relatedNodes = [] } = description.builderHint ?? {};
    expect(searchHint).toMatch(/^[A-Z].*\.$/);
    expect(searchHint.length).toBeLessThanOrEqual(MAX_HINT_CHARACTERS);
    expect(relatedNodes.length).toBeGreaterThan(0);
    for (const { nodeType, relationHint } of relatedNodes) {
      expect(TYPES).toContain(nodeType);
      expect(nodeType).not.toBe(`n8n-nodes-data-platform.${description.name}`);
      expect(relationHint).toMatch(/^[A-Z].*[^.]$/);
      expect(relationHint.length).toBeLessThanOrEqual(MAX_RELATION_CHARACTERS);
    }
  });

  // n8n leaves such a hint out, and newer n8n refuses the node.
  test('no picker of a resource or an operation has a hint itself', () => {
    const modes = description.properties.filter(({ name }) => name === 'mode');
    expect([...pickers, ...modes].filter(({ builderHint }) => builderHint)).toEqual([]);
  });
});

test('each operation with a dry run says in its output that it was one', () => {
  const dry = describedOperations().filter((one) =>
    one.fields.some(({ name }) => name === 'dryRun'),
  );
  expect(dry.length).toBeGreaterThan(3);
  for (const { node, resource, operation } of dry) {
    expect(outputOf(node, `${resource}/${operation}`)).toHaveProperty('dryRun', 'boolean');
  }
});

test("operations that need it have a hint of their own for n8n's assistant", () => {
  const hints = nodes
    .flatMap(operationsOf)
    .flatMap(({ key, operation: { builderHint } }) => (builderHint ? [{ key, builderHint }] : []));
  for (const { key, builderHint } of hints) {
    const { propertyHint } = builderHint;
    expect([key, propertyHint]).toEqual([key, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(propertyHint.length).toBeLessThanOrEqual(MAX_HINT_CHARACTERS);
  }
  expect(hints.map(({ key }) => key).sort()).toEqual([
    ...['folder/sync', 'job/run', 'job/runAndWait', 'pipeline/run', 'pipeline/runAndWait'],
    ...['project/getReport', 'project/plan'],
  ]);
});

test('after an unknown outcome, only a change that is harmless twice is made again', () => {
  const repeated = Object.entries(RESOURCES).flatMap(([node, resources]) =>
    resources.flatMap(({ value: resource, operations }) =>
      operations
        .filter((operation) => 'isRepeatable' in operation && operation.isRepeatable)
        .map(({ value }) => `${node} ${resource}.${value}`),
    ),
  );
  expect(repeated.sort()).toEqual([...REPEATED].sort());
});

// docs/ai.md says so of tools.
test('actions that begin with Get, Download, Check, Diagnose or Wait are no changes', () => {
  const operations = Object.values(RESOURCES).flatMap((resources) =>
    resources.flatMap(({ operations: ofResource }) => ofResource),
  );
  const changes = operations.filter((operation) => 'change' in operation);
  const named = changes.filter(({ action }) =>
    /^(?:Get|Download|Check|Diagnose|Wait)\b/.test(action),
  );
  expect(changes.length).toBeGreaterThan(40);
  expect(named.map(({ action }) => action)).toEqual([]);
});
