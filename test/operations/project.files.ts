import type { StartItem } from '../support/engine/helperNodes';
import { PROJECT_IDS } from '../../sandbox';
import { jobRun, pipelineRun } from '../../schemas/projects/run';
import { fromItem } from '../chaos/operations/operation';
import type { Operations } from './entry';
import { IN_RETAIL, QUICK } from './onSandbox';
import {
  addDeployed,
  CHANGES,
  fileOfAll,
  fromItems,
  notDeployed,
  notPlanned,
  onlyOnce,
  PACKAGE,
  READS,
  toNewProject,
  withZip,
} from './projectFileModels';

const FILES_INTO_RETAIL = { source: 'items', target: 'project', ...IN_RETAIL };

const fileItem = (path: string, content: unknown): StartItem => ({
  json: { path },
  file: { name: 'file.json', text: JSON.stringify(content) },
});

const PROJECT_FILES = [
  fileItem('project.json', { format: 1, include: ['jobs', 'variables'] }),
  fileItem('variables.json', [{ name: 'DEPLOYED', value: 'yes' }]),
  fileItem('jobs/new.json', {
    alias: 'new',
    name: 'New',
    category: 'Extraction',
    technology: { label: 'Python' },
    version: { commandLine: 'python main.py' },
  }),
];

const WRONG_FILES = [
  ...PROJECT_FILES,
  fileItem('jobs/wrong.json', { name: 'Wrong', resources: { memmory: {} } }),
];

const PIPELINE_FILES = [
  fileItem('project.json', { format: 1, include: ['jobs', 'pipelines'] }),
  ...PROJECT_FILES.slice(2),
  fileItem('pipelines/after.json', {
    alias: 'after',
    name: 'After',
    version: { graph: { jobs: [{ node: 'new', job: 'new' }] } },
  }),
];

const GRANT_FILES = [
  fileItem('project.json', { format: 1, include: ['rights', 'technologies'] }),
  fileItem('rights.json', { analysts: 'ROLE_PROJECT_VIEWER' }),
  fileItem('technologies.json', { jobs: { Extraction: ['Python'] } }),
];

/** What differs: values that are no texts are written as JSON. */
const CHANGE = {
  kind: 'string',
  name: 'string',
  alias: 'string',
  action: 'string',
  changes: [{ field: 'string', from: 'string', to: 'string' }],
  changesLeftOut: 'integer',
  reason: 'string',
} as const;

/** The first item of a plan and of a deploy. */
const SUMMARY = {
  blocked: [{ kind: 'string', name: 'string', reason: 'string' }],
  runAfter: { kind: 'string', alias: 'string', name: 'string' },
  projectId: 'string',
  fingerprint: 'string',
  text: 'string',
} as const;

const PROBLEM = { path: 'string', field: 'string', message: 'string' } as const;

const counts = (...actions: string[]) =>
  Object.fromEntries(actions.map((action) => [action, 'integer' as const]));

/** Operations on the files of projects. */
export const projectFileOperations: Operations = {
  export: {
    returns: { fileName: 'string', files: 'integer', path: 'string', size: 'integer' },
    tried: [
      { parameters: { ...IN_RETAIL, output: 'zip' } },
      { of: 'as files', parameters: { ...IN_RETAIL, output: 'files' } },
      {
        of: 'with rights and technologies',
        parameters: { ...IN_RETAIL, output: 'files', include: ['rights', 'technologies'] },
      },
    ],
    chaos: {
      parameters: {
        projectId: fromItem('projectId'),
        output: 'files',
        include: ['jobs', 'variables'],
      },
      routes: READS,
      prepare: (world, index) => ({ json: { projectId: addDeployed(world, index).id, index } }),
      falsehood: ({ item, outputs }) => {
        const { index } = item.json;
        const sizes = new Map(outputs.map(({ json }) => [json.path, json.size]));
        if (sizes.size !== 5 || outputs.length !== 5) return `${outputs.length} files`;
        const size = sizes.get(`jobs/job_${String(index)}/main.py`);
        return size === PACKAGE.length ? undefined : `the package has ${String(size)} bytes`;
      },
    },
  },
  validate: {
    returns: { valid: 'boolean', problems: [PROBLEM], ...PROBLEM },
    tried: [
      { items: PROJECT_FILES, parameters: { source: 'items', filePath: '={{ $json.path }}' } },
      {
        of: 'with a problem',
        items: WRONG_FILES,
        parameters: { source: 'items', filePath: '={{ $json.path }}' },
      },
    ],
    chaos: {
      parameters: { source: 'binary', binaryPropertyName: 'data' },
      routes: READS,
      prepare: withZip,
      falsehood: ({ outputs }) => (outputs[0]?.json.valid === true ? undefined : 'not valid'),
      outputsAnItem: 1,
    },
  },
  plan: {
    returns: {
      ...CHANGE,
      counts: counts('create', 'update', 'extraneous', 'unchanged', 'blocked'),
      leftOut: 'integer',
      ...SUMMARY,
    },
    example: true,
    tried: {
      items: PROJECT_FILES,
      parameters: { ...FILES_INTO_RETAIL, options: { includeText: true } },
    },
    chaos: { parameters: toNewProject, routes: READS, prepare: withZip, falsehood: notPlanned },
  },
  deploy: {
    returns: {
      ...CHANGE,
      counts: counts('created', 'updated', 'deleted', 'unchanged', 'blocked', 'failed'),
      ...SUMMARY,
      result: { ...jobRun.whole, ...pipelineRun.whole },
    },
    tried: [
      {
        items: PROJECT_FILES,
        parameters: ({ store }) => {
          store.addJob({ projectId: PROJECT_IDS.retail, name: 'New', alias: 'new', script: QUICK });
          return { ...FILES_INTO_RETAIL, options: { runAfter: 'new', includeText: true } };
        },
      },
      {
        of: 'that runs a pipeline',
        items: PIPELINE_FILES,
        parameters: ({ store }) => {
          store.addJob({ projectId: PROJECT_IDS.retail, name: 'New', alias: 'new', script: QUICK });
          return { ...FILES_INTO_RETAIL, options: { runAfter: 'pipelines/after' } };
        },
      },
      { of: 'with rights and technologies', items: GRANT_FILES, parameters: FILES_INTO_RETAIL },
    ],
    chaos: [
      {
        parameters: toNewProject,
        routes: CHANGES,
        prepare: withZip,
        change: {
          kind: 'createProject',
          target: ({ json }) => String(json.name),
          isRepeatable: false,
          others: [
            onlyOnce('createJob', 'jobName'),
            onlyOnce('addJobVersion', 'jobId'),
            { ...onlyOnce('editJob', 'jobId'), isRepeatable: true },
            { ...onlyOnce('saveEnvironmentVariable', 'variable'), isRepeatable: true },
          ],
          isPartial: true,
        },
        falsehood: notDeployed,
      },
      {
        parameters: fromItems,
        routes: CHANGES,
        prepare: fileOfAll,
        // A project's settings alone are refused.
        fewestItems: 2,
        change: {
          kind: 'createJob',
          target: ({ json }) => `More ${String(json.index)}`,
          isRepeatable: false,
          isPartial: true,
        },
        falsehood: ({ world, item }) => {
          const { path, projectId } = item.json;
          const [, alias] = /^jobs\/(more_\d+)\.json$/.exec(String(path)) ?? [];
          const jobs = [...world.jobs.values()].filter((job) => job.projectId === projectId);
          const count = jobs.filter((job) => job.alias === alias).length;
          return alias === undefined || count === 1 ? undefined : `${count} jobs ${alias}`;
        },
        isOfAll: true,
      },
    ],
  },
};
