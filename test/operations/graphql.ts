import type { Operations, OperationsByResource } from './entry';
import { quickJob } from './onSandbox';

const rootField = (value: string) => ({ __rl: true, mode: 'id', value }) as const;

const mapped = (value: Record<string, unknown>) => ({ mappingMode: 'defineBelow', value });

const graphqlOperations: Operations = {
  callOperation: {
    tried: { rootField: rootField('query.projects'), selection: 'auto' },
    changes: { duplicateJob: 'once' },
    chaos: (sandbox) => ({
      rootField: rootField('mutation.duplicateJob'),
      arguments: mapped({ originalJobId: quickJob(sandbox).value }),
      selection: 'custom',
      customSelection: 'id name project { id }',
    }),
  },
  executeQuery: {
    example: { query: '{ projects { id name } }' },
    tried: { query: '{ projects { id } }' },
    changes: { duplicateJob: 'once' },
    chaos: (sandbox) => ({
      query: 'mutation Copy($id: UUID!) { duplicateJob(originalJobId: $id) { id } }',
      variables: JSON.stringify({ id: quickJob(sandbox).value }),
    }),
  },
  getSchema: { tried: { format: 'sdl' } },
};

const catalogGraphqlOperations: Operations = {
  callOperation: {
    example: true,
    tried: { rootField: rootField('query.facets'), selection: 'auto' },
  },
  executeQuery: { tried: { query: '{ repositories { id } }' } },
  getSchema: { tried: { format: 'sdl' } },
};

export const operations: OperationsByResource = {
  'Projects graphql': graphqlOperations,
  'Catalog graphql': catalogGraphqlOperations,
};
