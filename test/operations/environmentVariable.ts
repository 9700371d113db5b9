import { APP_IDS, JOB_IDS, PIPELINE_IDS, PROJECT_IDS, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource, Try } from './entry';
import { IN_RETAIL, quickJob, SECRET } from './onSandbox';

const SCOPES = {
  GLOBAL: ['global', {}, null],
  PROJECT: ['of a project', { ...IN_RETAIL }, PROJECT_IDS.retail],
  PIPELINE: [
    'of a pipeline',
    { pipelineId: byId(PIPELINE_IDS.dailySales) },
    PIPELINE_IDS.dailySales,
  ],
  JOB: ['of a job', { jobId: byId(JOB_IDS.priceWatch) }, JOB_IDS.priceWatch],
  APP: ['of an app', { appId: byId(APP_IDS.salesDashboard) }, APP_IDS.salesDashboard],
} as const;

function inEachScope(parameters: object, existing?: string): Try[] {
  return Object.entries(SCOPES).map(([key, [of, place, entityId]]) => {
    const scope = key as keyof typeof SCOPES;
    const before = ({ store: { variables } }: Sandbox) => {
      if (!existing || variables.of(scope, entityId).some(({ name }) => name === existing)) return;
      variables.add({ scope, entityId, name: existing, value: 'a' });
    };
    return { of, before, parameters: { scope, ...place, ...parameters } };
  });
}

const environmentVariableOperations: Operations = {
  getAll: { tried: inEachScope({ returnAll: true }) },
  set: {
    example: { scope: 'PROJECT', ...IN_RETAIL, name: 'SHOPS_FILE', value: '/data/shops.csv' },
    tried: inEachScope({ name: 'MADE_HERE', value: 'a' }),
    changes: { saveEnvironmentVariable: 'repeatable' },
    chaos: [
      ...inEachScope({ name: 'MADE_HERE', value: 'a' }),
      ...inEachScope({ name: 'KEPT', value: 'b' }, 'KEPT'),
      ...inEachScope({ name: 'API_KEY', value: SECRET, isPassword: true }),
    ],
  },
  replaceAll: {
    tried: inEachScope({ text: '{ "KEPT": "b", "NEW_HERE": "c" }', dryRun: true }, 'KEPT'),
    changes: { saveEnvironmentVariable: 'repeatable', deleteEnvironmentVariable: 'repeatable' },
    chaos: [false, true].map((dryRun) => (sandbox: Sandbox) => {
      const jobId = quickJob(sandbox);
      const place = { scope: 'JOB', entityId: String(jobId.value) } as const;
      for (const name of ['SAME', 'CHANGED', 'GONE'])
        sandbox.store.variables.add({ ...place, name, value: 'old' });
      const password = { value: SECRET, isPassword: true };
      const text = JSON.stringify({ SAME: 'old', CHANGED: 'new', NEW: 'new', PASSWORD: password });
      return { scope: 'JOB', jobId, text, dryRun };
    }),
  },
  delete: {
    tried: inEachScope({ name: 'OLD' }, 'OLD'),
    changes: { deleteEnvironmentVariable: 'repeatable' },
  },
};

export const operations: OperationsByResource = {
  'Projects environmentVariable': environmentVariableOperations,
};
