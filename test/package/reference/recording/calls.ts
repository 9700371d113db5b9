import { JOB_IDS, PIPELINE_IDS, PROJECT_IDS, type Sandbox } from '../../../../sandbox';
import { byId } from '../../../nodes/Projects/support';
import { TRIES } from '../../../nodes/tries';
import type { OperationTry } from '../../../nodes/tries/operationTry';

type Parameters = (sandbox: Sandbox) => object;

const PROJECT = { projectId: byId(PROJECT_IDS.retail) };

/** The operations whose examples pages show; without parameters of its own, one is called as its try does. */
const EXAMPLES: Record<string, Parameters | undefined> = {
  'Projects/job/runAndWait': () => ({
    jobId: byId(JOB_IDS.salesExtraction),
    options: { timeout: 600, pollInterval: 1 },
  }),
  'Projects/jobRun/getLogs': ({ store }) => ({
    runId: store.runsOfJob(JOB_IDS.priceWatch)[0]?.id,
    streams: ['STDOUT', 'STDERR'],
  }),
  'Projects/jobRun/diagnose': ({ store }) => ({
    runId: store.runsOfJob(JOB_IDS.priceWatch).find(({ status }) => status === 'FAILED')?.id,
  }),
  'Projects/pipeline/create': () => ({
    ...PROJECT,
    name: 'Prices and sales',
    jobIds: `${JOB_IDS.priceWatch}, ${JOB_IDS.salesExtraction}`,
  }),
  'Projects/pipelineRun/get': ({ store }) => ({
    runId: store.pipelines.start(PIPELINE_IDS.dailySales)?.id,
  }),
  'Projects/project/plan': undefined,
  'Projects/app/create': undefined,
  'Projects/environmentVariable/set': () => ({
    scope: 'PROJECT',
    ...PROJECT,
    name: 'SHOPS_FILE',
    value: '/data/shops.csv',
  }),
  'Projects/volume/create': undefined,
  'Projects/dockerCredential/create': undefined,
  'Projects/platform/get': undefined,
  'Projects/graphql/executeQuery': () => ({ query: '{ projects { id name } }' }),
  'Catalog/technology/getAll': undefined,
  'Catalog/repository/create': undefined,
  'Catalog/context/getAll': undefined,
  'Catalog/graphql/callOperation': undefined,
  'ConfFiles/file/upload': undefined,
  'ConfFiles/folder/sync': undefined,
  'Settings/clusterNode/check': undefined,
  'Settings/gpu/get': undefined,
  'Settings/dataLakeUrl/getAll': undefined,
  'Settings/uploadToken/get': () => ({}),
};

/** How the examples of a node are called. */
export function callsOf(node: string): OperationTry[] {
  return Object.entries(EXAMPLES)
    .filter(([name]) => name.startsWith(`${node}/`))
    .map(([name, parameters]) => {
      const tried = TRIES.find((one) => name === `${one.node}/${one.operation}`);
      if (!tried) throw new Error(`There is no try of ${name}`);
      return parameters ? { ...tried, parameters } : tried;
    });
}
