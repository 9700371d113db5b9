import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type INodeParameters,
  type INodeType,
  type INodePropertyOptions,
  type INodeTypeDescription,
  NodeHelpers,
  validateNodeCredentials,
  Workflow,
} from 'n8n-workflow';
import { RESOURCES } from '../../nodes/outputs';
import {
  listChoices,
  listDescribedOperations,
  listInnerFields,
  listOperations,
  addInnerFields,
} from '../support/descriptions/describedOperations';
import { getOutputFields } from '../support/descriptions/outputs';
import {
  readDescription,
  readDescriptions,
  NODE_FOLDERS,
} from '../support/descriptions/packageNodes';
import { loadPackage } from '../support/engine/nodeTypes';
import { PACKAGE_FOLDER } from '../support/packedPackage';
import { filesIn, readText } from '../support/repository';
import { buildTestNode } from '../support/buildTestNode';
import { REPEATED } from './tries/everyOperation';

/** n8n's assistant reads them for each search that finds the node: what is longer costs tokens of every conversation. */
const MAX_HINT_CHARACTERS = 300;
const MAX_RELATION_CHARACTERS = 100;

const nodes = readDescriptions();
const TYPES = [
  ...nodes.map(({ name }) => (name.includes('.') ? name : `n8n-nodes-data-platform.${name}`)),
  'n8n-nodes-base.scheduleTrigger',
];

const PICKERS = ['resource', 'operation'];

/** The menus are put together at run time, where the lint rules for them cannot look. */
describe.each(NODE_FOLDERS)('%s', (folder) => {
  const description = readDescription(folder);
  const operations = listChoices(description, 'operation');
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

  // A switch that is not added is off: `test/nodes/shared/parameters.test.ts`.
  test('every switch in a collection is on when it is added', () => {
    const collections = addInnerFields(description.properties).filter(
      ({ type }) => type === 'collection',
    );
    const off = addInnerFields(collections.flatMap(listInnerFields)).filter(
      (field) => field.type === 'boolean' && field.default !== true,
    );
    expect(off.map(({ name }) => name)).toEqual([]);
  });

  test('every button that adds an entry says what it adds', () => {
    const lists = addInnerFields(description.properties).filter(
      ({ name, type }) => type === 'fixedCollection' && name !== 'pollTimes',
    );
    for (const { placeholder } of lists) expect(placeholder).toMatch(/^Add [A-Z]/);
  });

  test('every parameter has a description that a model can use', () => {
    const without = addInnerFields(description.properties).filter(
      ({ name, type, description: text = '' }) =>
        text.length <= 10 &&
        ![...PICKERS, 'pollTimes'].includes(name) &&
        !['notice', 'hidden'].includes(type),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  test('every list to pick from has a search', () => {
    const lists = addInnerFields(description.properties)
      .flatMap(({ modes = [] }) => modes)
      .filter(({ type }) => type === 'list');
    for (const list of lists) expect(list).toHaveProperty('typeOptions.searchable', true);
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
  const dry = listDescribedOperations().filter((one) =>
    one.fields.some(({ name }) => name === 'dryRun'),
  );
  expect(dry.length).toBeGreaterThan(3);
  for (const { node, resource, operation } of dry) {
    expect(getOutputFields(node, `${resource}/${operation}`)).toHaveProperty('dryRun', 'boolean');
  }
});

test("operations that need it have a hint of their own for n8n's assistant", () => {
  const hints = nodes
    .flatMap(listOperations)
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

type Search = (filter: string, entries: object[]) => Array<{ score: number; item: Entry }>;

interface Entry {
  key: string;
  properties: INodeTypeDescription;
}

// The function that the search of n8n's own node panel calls. It is a part of n8n-core.
const fromCore = { paths: [path.dirname(require.resolve('n8n-core'))] };
const searchFile = require.resolve('@n8n/utils/search/sublime-search', fromCore);

const isTrigger = ({ group }: INodeTypeDescription) => group.includes('trigger');

/** As n8n's node panel does: a trigger joins the node that has its name less "Trigger", and gives it its description. */
function entriesOfPanel(): Entry[] {
  const all = readDescriptions();
  const entries = all
    .filter((node) => !isTrigger(node))
    .map((node): Entry => ({ key: node.name, properties: { ...node } }));
  for (const trigger of all.filter(isTrigger)) {
    const pair = entries.find(({ key }) => key === trigger.name.replace('Trigger', ''));
    if (pair) pair.properties.description = trigger.description;
    else entries.push({ key: trigger.name, properties: trigger });
  }
  return entries;
}

test('every trigger joins its node, whose entry then says what starts a workflow', () => {
  const entries = entriesOfPanel();
  expect(entries.map(({ key, properties }) => [key, properties.description])).toEqual([
    ['dataPlatformCatalog', expect.not.stringMatching(/^Start/)],
    [
      'dataPlatformConfFiles',
      expect.stringMatching(/^Upload.*, or start a workflow when files change$/),
    ],
    [
      'dataPlatformProjects',
      expect.stringMatching(/^Run.*, or start a workflow when runs fail or are missed$/),
    ],
    ['dataPlatformSettings', expect.not.stringMatching(/^Start/)],
  ]);
});

const SEARCHES: Record<string, string[]> = {
  dataPlatformProjects: [
    ...['data platform', 'data platform trigger', 'job', 'run job', 'schedule job', 'pipeline'],
    ...['run pipeline', 'failed run', 'logs', 'list jobs', 'read log', 'job logs', 'promote'],
    ...['environment variables', 'run failed', 'failed job', 'wait for job', 'stop job'],
    ...['execute job', 'trigger job', 'get logs', 'report', 'monitor', 'missed', 'deadline'],
    ...['airflow', 'spark', 'notebook', 'schedule', 'cron', 'plan', 'validate', 'dry run'],
    ...['diagnose', 'data pipeline', 'missed run', 'did not run', 'app failed', 'app down'],
    ...['wait for app', 'run succeeded', 'log of a job', 'set variable', 'rerun', 'retry job'],
    ...['backfill', 'cron job', 'late job', 'debug job', 'terraform', 'gitops', 'alert'],
    'orchestration',
  ],
  dataPlatformConfFiles: [
    ...['config', 'config files', 'configuration', 'upload file', 'upload files', 'sync folder'],
    ...['sync files', 'push files', 'upload', 'upload config', 'download config', 'file created'],
    'watch files',
  ],
  dataPlatformCatalog: ['technology', 'repositories'],
  dataPlatformSettings: ['gpu', 'check nodes', 'cluster nodes', 'check cluster nodes'],
};

test.each(
  Object.entries(SEARCHES).flatMap(([node, all]) =>
    all.map((words): [string, string] => [words, node]),
  ),
)('a search for "%s" finds %s first', async (words, first) => {
  const { sublimeSearch } = (await import(searchFile)) as { sublimeSearch: Search };
  // The panel leaves the word "trigger" out.
  const found = sublimeSearch(words.replace(/ trigger$/, ''), entriesOfPanel());
  expect(found[0]?.item.key).toBe(first);
});

test('what most people want comes first, then the rest by resource', () => {
  const projects = readDescription('Projects');
  expect(listChoices(projects, 'resource').map(({ value }) => value)).toEqual([
    ...['job', 'jobRun', 'pipeline', 'pipelineRun', 'project', 'app', 'environmentVariable'],
    ...['volume', 'dockerCredential', 'platform', 'graphql'],
  ]);
  const actions = listOperations(projects).map(({ operation }) => operation.action);
  expect(actions.slice(0, 3)).toEqual(['Run job and wait', 'Run job', 'Get many jobs']);
  expect(actions).toHaveLength(listChoices(projects, 'operation').length);
});

test('the trigger offers a failed run first', () => {
  const [first] = listChoices(readDescription('ProjectsTrigger'), 'events');
  expect(first?.action).toBe('On run failed');
});

test('n8n adds no "Custom API Call" to any node', () => {
  // n8n's own condition, in `injectCustomApiCallOptions`.
  const isGivenOne = ({ defaultVersion, version }: INodeTypeDescription) =>
    defaultVersion === undefined || (defaultVersion as unknown) === version;
  expect(readDescriptions().filter(isGivenOne)).toEqual([]);
});

test('every documentation link leads to a page of the node that exists, with a section for each resource, or for its events', () => {
  const base = 'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/';
  const pages = filesIn('docs/nodes', '*.md').map((name) => `docs/nodes/${name}`);
  const linked = readDescriptions().map((node) => {
    const url = String(node.codex?.resources?.primaryDocumentation?.[0]?.url);
    const page = url.replace(base, '');
    expect(pages).toContain(page);
    const text = readText(page);
    const resources = listChoices(node, 'resource').map(({ name }) => name);
    for (const section of ['Credential', ...(isTrigger(node) ? ['Events'] : resources)]) {
      expect(text).toContain(`\n## ${section}\n`);
    }
    expect(node.codex?.resources?.credentialDocumentation?.[0]?.url).toBe(`${url}#credential`);
    return page;
  });
  expect(linked.sort()).toEqual(pages.sort());
});

/** n8n checks credentials before it publishes a workflow. It saves nodes without the fields that have their defaults. */
test.each<[string, INodeParameters, string[]]>([
  ['Projects', {}, ['dataPlatformApi']],
  ['Projects', { resource: 'project', operation: 'getAll' }, ['dataPlatformApi']],
  ['Projects', { resource: 'project', operation: 'validate' }, []],
  ['ProjectsTrigger', {}, ['dataPlatformApi']],
  ['ConfFiles', {}, ['dataPlatformUploadTokenApi']],
  ['ConfFilesTrigger', {}, ['dataPlatformUploadTokenApi']],
  [
    'ConfFilesTrigger',
    { readThrough: 'cluster' },
    ['dataPlatformUploadTokenApi', 'dataPlatformKubernetesApi'],
  ],
  ['Settings', {}, []],
  ['Settings', { resource: 'gpu' }, []],
  ['Catalog', {}, ['dataPlatformApi']],
])('to publish the node %s with %j, n8n requires the credentials %j', (folder, parameters, all) => {
  const description = readDescription(folder);
  const issues = validateNodeCredentials(buildTestNode({ parameters }), {
    description,
  } as INodeType);
  expect(issues.map(({ credentialName }) => credentialName)).toEqual(all);
});

async function subtitle(name: string, given: INodeParameters): Promise<unknown> {
  const { nodeTypes } = await loadPackage();
  const type = `n8n-nodes-data-platform.${name}`;
  const { description } = nodeTypes.getByNameAndVersion(type);
  const { properties, subtitle: expression } = description;
  const node = buildTestNode({ type, parameters: given });
  node.parameters =
    NodeHelpers.getNodeParameters(properties, given, true, false, node, description) ?? {};
  const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
  await workflow.expression.acquireIsolate();
  try {
    const read = workflow.expression.getSimpleParameterValue.bind(workflow.expression);
    return read(node, expression, 'internal', {}, undefined, 'none');
  } finally {
    await workflow.expression.releaseIsolate();
  }
}

const picked = (cachedResultName: string) => ({
  ...{ __rl: true, mode: 'list', value: '6f1d2c3b-0000-4000-8000-000000000000', cachedResultName },
});
const typed = (value: string) => ({ __rl: true, mode: 'id', value });
const [DAILY_SALES, RETAIL] = [picked('Daily sales'), picked('Retail')];

test.each<[string, string, string, INodeParameters]>([
  ['the job', 'Daily sales', 'job.run', { jobId: DAILY_SALES }],
  ['not its project', 'Daily sales', 'job.run', { projectId: RETAIL, jobId: DAILY_SALES }],
  ['the job of a list of all', 'Daily sales', 'job.run', { jobId: picked('Retail / Daily sales') }],
  ['its whole name', 'Sales / day', 'job.run', { projectId: RETAIL, jobId: picked('Sales / day') }],
  ['the project of a list', 'Retail', 'job.getAll', { projectId: RETAIL }],
  ['the whole name of a new project', 'Sales / day', 'project.create', { name: 'Sales / day' }],
  ['an ID that was typed', '81c3f6aa', 'pipeline.run', { pipelineId: typed('81c3f6aa') }],
  ['the run, not its job', 'r17', 'jobRun.get', { jobId: DAILY_SALES, runId: typed('r17') }],
  [
    'the volume, not where it is moved to',
    'Daily sales',
    'volume.move',
    { volumeId: DAILY_SALES, targetProjectId: RETAIL },
  ],
  [
    'the name of a variable, not its project',
    'TOKEN',
    'environmentVariable.set',
    { scope: 'project', projectId: RETAIL, name: 'TOKEN' },
  ],
  ['the action if nothing was picked', 'Run job', 'job.run', { jobId: typed('') }],
  ['the action if an expression picks', 'Run job', 'job.run', { jobId: typed('={{ $json.id }}') }],
])('below a node of projects stands %s: "%s"', async (_what, expected, chosen, parameters) => {
  const [resource = '', operation = ''] = chosen.split('.');
  expect(await subtitle('dataPlatformProjects', { resource, operation, ...parameters })).toBe(
    expected,
  );
});

test.each<[string, string, INodeParameters]>([
  ['ConfFiles', 'conf/a.yml', { resource: 'file', operation: 'download', filePath: 'conf/a.yml' }],
  ['ConfFiles', '/spark', { resource: 'folder', operation: 'sync', targetPath: '/spark' }],
  ['ProjectsTrigger', 'Run failed', {}],
  ['ProjectsTrigger', 'Run stopped, later', { events: ['runStopped', 'later'] }],
  ['ProjectsTrigger', '', { events: '={{ $json.events }}' }],
])('below a node %s stands its path, or its events: "%s"', async (node, expected, parameters) => {
  expect(await subtitle(`dataPlatform${node}`, parameters)).toBe(expected);
});

test('every operation has a subtitle before anything is picked', async () => {
  for (const { name, node, resource, operation } of listDescribedOperations()) {
    const text = await subtitle(`dataPlatform${node}`, { resource, operation });
    expect([name, text]).toEqual([name, expect.stringMatching(/./)]);
  }
});
