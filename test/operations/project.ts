import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';
import { IN_RETAIL } from './onSandbox';

const projectOperations: Operations = {
  getAll: { tried: { returnAll: true } },
  get: { tried: IN_RETAIL },
  getRights: { tried: IN_RETAIL },
  create: {
    tried: { name: 'Made here' },
    changes: { createProject: 'once' },
  },
  update: {
    tried: { ...IN_RETAIL, updateFields: { description: 'Changed' } },
    changes: { editProject: 'repeatable' },
  },
  delete: {
    tried: ({ store }) => ({ projectId: byId(store.addProject({ name: 'Old' }).id) }),
    changes: { deleteProject: 'repeatable' },
  },
};

const reportOperations: Operations = {
  getReport: {
    tried: [
      // Of 24 hours, nothing is late in the quarter of an hour after 06:00 in Paris.
      { scope: 'one', ...IN_RETAIL, period: 'last7Days' },
      {
        of: 'with apps',
        parameters: { scope: 'one', ...IN_RETAIL, options: { includeApps: true } },
      },
      { of: 'as a page', parameters: { scope: 'all', include: 'pipelines', output: 'page' } },
      { of: 'as HTML text', parameters: { scope: 'all', include: 'pipelines', output: 'html' } },
    ],
  },
};

const platformOperations: Operations = {
  get: {
    example: true,
    tried: {},
  },
};

export const operations: OperationsByResource = {
  'Projects project': { ...projectOperations, ...reportOperations },
  'Projects platform': platformOperations,
};
