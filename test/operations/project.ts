import { TECHNOLOGY_IDS } from '../../sandbox';
import { DELETED } from '../../schemas/projects/entities';
import { REPORT } from '../../schemas/projects/report';
import { byId } from '../nodes/Projects/support';
import { fields, type Operations } from './entry';
import { IN_RETAIL } from './onSandbox';

const PROJECT = fields('name id description creator status jobsCount:integer url');

const CAPACITY = fields('cpu:number gpu:number memory:number');

/** Operations on projects, those on their files aside. */
export const projectOperations: Operations = {
  getAll: { returns: fields('id name url'), tried: { returnAll: true } },
  get: { returns: PROJECT, tried: IN_RETAIL },
  getRights: { returns: fields('projectId name role isAllProjects:boolean'), tried: IN_RETAIL },
  create: {
    returns: PROJECT,
    tried: [
      { name: 'Made here' },
      {
        of: 'with allowed technologies',
        parameters: {
          name: 'Made here, too',
          additionalFields: { allowedTechnologies: [TECHNOLOGY_IDS.python] },
        },
      },
    ],
    changes: { createProject: 'once' },
  },
  update: {
    returns: PROJECT,
    tried: { ...IN_RETAIL, updateFields: { description: 'Changed' } },
    changes: { editProject: 'repeatable' },
  },
  delete: {
    returns: DELETED,
    tried: ({ store }) => ({ projectId: byId(store.addProject({ name: 'Old' }).id) }),
    changes: { deleteProject: 'repeatable' },
  },
};

/** The report of jobs, pipelines and apps. */
export const reportOperations: Operations = {
  getReport: {
    returns: REPORT,
    tried: [
      // Of 24 hours, nothing is late in the quarter of an hour after 06:00 in Paris.
      { projects: 'one', ...IN_RETAIL, period: 'last7Days' },
      {
        of: 'with apps',
        parameters: { projects: 'one', ...IN_RETAIL, options: { includeApps: true } },
      },
      { of: 'as a page', parameters: { projects: 'all', resources: 'pipelines', output: 'page' } },
    ],
  },
};

/** What is asked of the platform as a whole. */
export const platformOperations: Operations = {
  get: {
    returns: {
      ...fields('id:integer name'),
      counts: fields('projects:integer jobs:integer pipelines:integer apps:integer'),
      clusterNodes: [CAPACITY],
      clusterCapacity: { nodes: 'integer', ...CAPACITY },
    },
    example: true,
    tried: {},
  },
};
