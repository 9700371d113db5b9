import path from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { choicesOfField, operationsOf } from '../support/descriptions/describedOperations';
import { describedNode, describedNodes } from '../support/descriptions/packageNodes';
import { filesIn, readText } from '../support/repository';

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
  const all = describedNodes();
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
  const projects = describedNode('Projects');
  expect(choicesOfField(projects, 'resource').map(({ value }) => value)).toEqual([
    ...['job', 'jobRun', 'pipeline', 'pipelineRun', 'project', 'app', 'environmentVariable'],
    ...['volume', 'dockerCredential', 'platform', 'graphql'],
  ]);
  const actions = operationsOf(projects).map(({ operation }) => operation.action);
  expect(actions.slice(0, 3)).toEqual(['Run job and wait', 'Run job', 'Get many jobs']);
  expect(actions).toHaveLength(choicesOfField(projects, 'operation').length);
});

test('the trigger offers a failed run first', () => {
  const [first] = choicesOfField(describedNode('ProjectsTrigger'), 'events');
  expect(first?.action).toBe('On run failed');
});

test('n8n adds no "Custom API Call" to any node', () => {
  // n8n's own condition, in `injectCustomApiCallOptions`.
  const isGivenOne = ({ defaultVersion, version }: INodeTypeDescription) =>
    defaultVersion === undefined || (defaultVersion as unknown) === version;
  expect(describedNodes().filter(isGivenOne)).toEqual([]);
});

test('every documentation link leads to a page of the node that exists, with a section for each resource, or for its events', () => {
  const base = 'https://github.com/n8n-nodes-data-platform/n8n-nodes-data-platform/blob/main/';
  const pages = filesIn('docs/nodes', '*.md').map((name) => `docs/nodes/${name}`);
  const linked = describedNodes().map((node) => {
    const url = String(node.codex?.resources?.primaryDocumentation?.[0]?.url);
    const page = url.replace(base, '');
    expect(pages).toContain(page);
    const text = readText(page);
    const resources = choicesOfField(node, 'resource').map(({ name }) => name);
    for (const section of ['Credential', ...(isTrigger(node) ? ['Events'] : resources)]) {
      expect(text).toContain(`\n## ${section}\n`);
    }
    expect(node.codex?.resources?.credentialDocumentation?.[0]?.url).toBe(`${url}#credential`);
    return page;
  });
  expect(linked.sort()).toEqual(pages.sort());
});
