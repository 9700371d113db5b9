import type { StartItem } from '../support/engine/helperNodes';
import { PROJECT_IDS, type Sandbox } from '../../sandbox';
import type { Operations, OperationsByResource, Try } from './entry';
import { IN_RETAIL, QUICK } from './onSandbox';

const FROM_ITEMS = { source: 'items', filePath: '={{ $json.path }}' };
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

const GRANTS: Try = {
  of: 'with rights and technologies',
  items: GRANT_FILES,
  parameters: FILES_INTO_RETAIL,
};

/** Into a project that has the job, whose run ends at once. */
const runsAfter =
  (options: object) =>
  ({ store }: Sandbox) => {
    store.addJob({ projectId: PROJECT_IDS.retail, name: 'New', alias: 'new', script: QUICK });
    return { ...FILES_INTO_RETAIL, options };
  };

const projectFileOperations: Operations = {
  export: {
    tried: [
      { ...IN_RETAIL, output: 'zip' },
      { of: 'as files', parameters: { ...IN_RETAIL, output: 'files' } },
      {
        of: 'with rights and technologies',
        parameters: { ...IN_RETAIL, output: 'files', include: ['rights', 'technologies'] },
      },
    ],
  },
  validate: {
    tried: [
      { items: PROJECT_FILES, parameters: FROM_ITEMS },
      {
        of: 'with a problem',
        items: WRONG_FILES,
        parameters: { ...FROM_ITEMS, ifInvalid: 'return' },
      },
    ],
  },
  plan: {
    example: true,
    tried: {
      items: PROJECT_FILES,
      parameters: FILES_INTO_RETAIL,
    },
  },
  deploy: {
    tried: [
      { items: PROJECT_FILES, parameters: runsAfter({ runAfter: 'new' }) },
      {
        of: 'that runs a pipeline',
        items: PIPELINE_FILES,
        parameters: runsAfter({ runAfter: 'pipelines/after' }),
      },
      GRANTS,
    ],
    changes: {
      createProject: 'once',
      createJob: 'once',
      addJobVersion: 'once',
      editJob: 'repeatable',
      createGraphPipeline: 'once',
      runJob: 'once',
      runPipeline: 'once',
      editProject: 'repeatable',
      saveEnvironmentVariable: 'repeatable',
    },
    chaos: [
      { items: PROJECT_FILES, parameters: runsAfter({ runAfter: 'new' }) },
      { items: PIPELINE_FILES, parameters: runsAfter({ runAfter: 'pipelines/after' }) },
      {
        items: PROJECT_FILES,
        parameters: { source: 'items', target: 'newProject', name: 'Deployed' },
      },
      GRANTS,
    ],
  },
};

export const operations: OperationsByResource = {
  'Projects project': projectFileOperations,
};
