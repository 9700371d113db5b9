import {
  APP_IDS,
  JOB_IDS,
  PIPELINE_IDS,
  PROJECT_IDS,
  TECHNOLOGY_IDS,
  type Sandbox,
} from '../../../../sandbox';
import { byId } from '../../../nodes/Projects/support';
import { TRIES } from '../../../nodes/tries';
import type { OperationTry } from '../../../nodes/tries/operationTry';

type Call = Pick<OperationTry, 'parameters' | 'items' | 'settings'>;

const JOB = { jobId: byId(JOB_IDS.salesExtraction) };
const PIPELINE = { pipelineId: byId(PIPELINE_IDS.dailySales) };
const APP = { appId: byId(APP_IDS.salesDashboard) };
const PROJECT = { projectId: byId(PROJECT_IDS.retail) };
const WAITING = { timeout: 600, pollInterval: 1 };

const startJob = ({ store }: Sandbox) => ({ runId: store.startRun(JOB_IDS.priceWatch)?.id });
const startPipeline = ({ store }: Sandbox) => ({
  runId: store.pipelines.start(PIPELINE_IDS.dailySales)?.id,
});

/** The same things in all examples, as a reader would name them; what is missing is called as on the pages of platform versions. */
const CALLS: Record<string, (sandbox: Sandbox) => object> = {
  'Projects/project/create': () => ({
    name: 'Customer Care',
    additionalFields: { description: 'Calls, letters and chats' },
  }),
  'Projects/project/update': () => ({
    ...PROJECT,
    updateFields: { description: 'Sales, customers, prices and returns' },
  }),
  'Projects/project/delete': () => PROJECT,
  'Projects/job/run': () => JOB,
  'Projects/job/runAndWait': () => ({ ...JOB, options: WAITING }),
  'Projects/job/get': () => JOB,
  'Projects/job/create': () => ({
    ...PROJECT,
    name: 'Import returns',
    category: byId('Extraction'),
    technologyId: byId(TECHNOLOGY_IDS.python),
    version: { commandLine: 'python main.py', runtimeVersion: '3.12' },
  }),
  'Projects/job/upsert': () => ({
    ...PROJECT,
    name: 'Import returns',
    category: byId('Extraction'),
    technologyId: byId(TECHNOLOGY_IDS.python),
    version: { commandLine: 'python main.py', runtimeVersion: '3.12' },
  }),
  'Projects/job/addVersion': () => ({
    ...JOB,
    version: { commandLine: 'sales.sql --since yesterday', releaseNote: 'Since yesterday only' },
  }),
  'Projects/job/update': () => ({ ...JOB, updateFields: { description: 'All shops, once a day' } }),
  'Projects/job/duplicate': () => ({ ...JOB, updateFields: { name: 'Extract sales again' } }),
  'Projects/job/delete': () => ({ jobId: byId(JOB_IDS.nightlyBackup) }),
  'Projects/job/rollback': ({ store }) => {
    store.addJobVersion(JOB_IDS.salesExtraction, { commandLine: 'new.sql' }, 'amelie.martin');
    return { ...JOB, versionNumber: 1 };
  },
  'Projects/jobRun/get': startJob,
  'Projects/jobRun/wait': (sandbox) => ({ ...startJob(sandbox), options: WAITING }),
  'Projects/jobRun/stop': ({ store }) => ({ runId: store.startRun(JOB_IDS.vehicleStream)?.id }),
  'Projects/jobRun/getLogs': ({ store }) => ({
    runId: store.runsOfJob(JOB_IDS.priceWatch)[0]?.id,
    streams: ['STDOUT', 'STDERR'],
  }),
  'Projects/jobRun/deleteMany': () => ({
    jobId: byId(JOB_IDS.priceWatch),
    olderThanDays: 0,
    keepLast: 3,
    dryRun: false,
  }),
  'Projects/pipeline/run': () => PIPELINE,
  'Projects/pipeline/runAndWait': () => ({ ...PIPELINE, options: WAITING }),
  'Projects/pipeline/update': () => ({
    ...PIPELINE,
    updateFields: { description: 'Every morning' },
  }),
  'Projects/pipeline/create': () => ({
    ...PROJECT,
    name: 'Prices and sales',
    jobIds: `${JOB_IDS.priceWatch}, ${JOB_IDS.salesExtraction}`,
  }),
  'Projects/pipeline/upsert': () => ({
    ...PROJECT,
    name: 'Prices and sales',
    jobIds: `${JOB_IDS.priceWatch}, ${JOB_IDS.salesExtraction}`,
  }),
  'Projects/pipeline/duplicate': () => ({ ...PIPELINE, duplicateJobs: true }),
  'Projects/pipeline/rollback': () => ({ ...PIPELINE, versionNumber: 1 }),
  'Projects/pipeline/delete': () => PIPELINE,
  'Projects/pipelineRun/get': startPipeline,
  'Projects/pipelineRun/wait': (sandbox) => ({ ...startPipeline(sandbox), options: WAITING }),
  'Projects/pipelineRun/deleteMany': () => ({
    ...PIPELINE,
    olderThanDays: 0,
    keepLast: 1,
    dryRun: false,
  }),
  'Projects/app/addVersion': () => ({ ...APP, version: { releaseNote: 'With returns' } }),
  'Projects/app/update': () => ({ ...APP, updateFields: { description: 'For the shops' } }),
  'Projects/app/delete': () => APP,
  'Projects/environmentVariable/getAll': () => ({ scope: 'PROJECT', ...PROJECT, returnAll: true }),
  'Projects/environmentVariable/set': () => ({
    scope: 'PROJECT',
    ...PROJECT,
    name: 'SHOPS_FILE',
    value: '/data/shops.csv',
  }),
  'Projects/environmentVariable/replaceAll': () => ({
    scope: 'PROJECT',
    ...PROJECT,
    text: '{ "SHOPS_FILE": "/data/shops.csv" }',
    dryRun: true,
  }),
  'Projects/graphql/executeQuery': () => ({ query: '{ projects { id name } }' }),
  'Settings/uploadToken/get': () => ({}),
};

/** How the example of an operation is called. */
export function callOf(node: string, operation: string): OperationTry {
  const tried = TRIES.find((one) => one.node === node && one.operation === operation);
  const call = CALLS[`${node}/${operation}`];
  const own: Partial<Call> = call ? { parameters: call } : {};
  if (!tried && !call) throw new Error(`There is no call of ${node} ${operation}`);
  return { row: '', node, operation, ...tried, ...own } as OperationTry;
}
