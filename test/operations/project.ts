import { TECHNOLOGY_IDS } from '../../sandbox';
import { DELETED } from '../../schemas/projects/entities';
import { REPORT } from '../../schemas/projects/report';
import { act, create, get, KINDS, list, read, READS, remove } from '../chaos/operations/kinds';
import { addEntity, addJob, fromItem } from '../chaos/operations/operation';
import { byId } from '../nodes/Projects/support';
import type { Operations } from './entry';
import { IN_RETAIL } from './onSandbox';

const PROJECT = {
  name: 'string',
  id: 'string',
  description: 'string',
  creator: 'string',
  status: 'string',
  jobsCount: 'integer',
  url: 'string',
} as const;

const CAPACITY = { cpu: 'number', gpu: 'number', memory: 'number' } as const;

/** Operations on projects, those on their files aside. */
export const projectOperations: Operations = {
  getAll: {
    returns: { id: 'string', name: 'string', url: 'string' },
    tried: { parameters: { returnAll: true } },
    chaos: list(KINDS.project, {}, ['login', 'query', 'query']),
  },
  get: { returns: PROJECT, tried: { parameters: IN_RETAIL }, chaos: get(KINDS.project) },
  getRights: {
    returns: { projectId: 'string', name: 'string', role: 'string', isAllProjects: 'boolean' },
    tried: { parameters: IN_RETAIL },
    chaos: read(KINDS.project, {
      falsehood: ({ item, outputs }) =>
        outputs[0]?.json.name === `group of ${String(item.json.projectId)}`
          ? undefined
          : `it is ${String(outputs[0]?.json.name)}`,
    }),
  },
  create: {
    returns: PROJECT,
    tried: [
      { parameters: { name: 'Made here' } },
      {
        of: 'with allowed technologies',
        parameters: {
          name: 'Made here, too',
          additionalFields: { allowedTechnologies: [TECHNOLOGY_IDS.python] },
        },
      },
    ],
    chaos: create(KINDS.project, 'createProject', {}),
  },
  update: {
    returns: PROJECT,
    tried: { parameters: { ...IN_RETAIL, updateFields: { description: 'Changed' } } },
    chaos: act(KINDS.project, 'editProject', {
      isRepeatable: true,
      parameters: { updateFields: { description: '=New text {{ $json.index }}' } },
    }),
  },
  delete: {
    returns: DELETED,
    tried: ({ store }) => ({ projectId: byId(store.addProject({ name: 'Old' }).id) }),
    chaos: remove(KINDS.project, 'deleteProject'),
  },
};

/** The report of jobs, pipelines and apps. */
export const reportOperations: Operations = {
  getReport: {
    returns: REPORT,
    tried: [
      // Of 24 hours, nothing is late in the quarter of an hour after 06:00 in Paris.
      { parameters: { projects: 'one', ...IN_RETAIL, period: 'last7Days' } },
      {
        of: 'with apps',
        parameters: { projects: 'one', ...IN_RETAIL, options: { includeApps: true } },
      },
      { of: 'as a page', parameters: { projects: 'all', resources: 'pipelines', output: 'page' } },
    ],
    chaos: {
      parameters: { projects: 'one', projectId: fromItem('projectId'), resources: 'jobs' },
      routes: [...READS, 'look'],
      prepare: (world, index, random) => {
        const project = addEntity(world.projects, world, { name: `Project ${index}` });
        const job = addJob(world, index, random);
        job.projectId = project.id;
        return { json: { projectId: project.id, jobId: job.id } };
      },
      falsehood: ({ item, outputs }) => {
        const [first, last] = [outputs[0]?.json, outputs[1]?.json];
        if (first?.id !== item.json.jobId) return `tells of ${String(first?.id)}`;
        if (first?.state !== 'idle' || first.runs !== 0) return `it is ${String(first?.state)}`;
        return last?.jobs === 1 ? undefined : `${String(last?.jobs)} jobs`;
      },
      outputsAnItem: 2,
    },
  },
};

/** What is asked of the platform as a whole. */
export const platformOperations: Operations = {
  get: {
    returns: {
      id: 'integer',
      name: 'string',
      counts: { projects: 'integer', jobs: 'integer', pipelines: 'integer', apps: 'integer' },
      clusterNodes: [CAPACITY],
      clusterCapacity: { nodes: 'integer', ...CAPACITY },
    },
    example: true,
    tried: { parameters: {} },
    chaos: read(KINDS.project, {
      parameters: {},
      falsehood: ({ outputs }) =>
        outputs[0]?.json.name === 'Chaos' ? undefined : 'it is another platform',
    }),
  },
};
