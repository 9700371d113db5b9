import { VARIABLE as FIELDS_OF_VARIABLE } from '../platform/resources/environmentVariable/variable';
import { app, appVersion } from './projects/app';
import { job, jobVersion } from './projects/job';
import { pipeline } from './projects/pipeline';
import { outputOf } from './projects/ofFields';
import { REPORT } from './projects/report';
import { DIAGNOSIS, jobRun, pipelineRun } from './projects/run';
import { IN_PROJECT } from './projects/settings';
import { DOCKER_CREDENTIAL, VOLUME } from './projects/storage';
import type { Outputs } from './shape';

const DELETED = { deleted: 'boolean', id: 'string' } as const;

const PROJECT = {
  name: 'string',
  id: 'string',
  description: 'string',
  creator: 'string',
  status: 'string',
  jobsCount: 'integer',
  url: 'string',
} as const;

const VARIABLE = outputOf(FIELDS_OF_VARIABLE);

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

const UPSERTED = { action: 'string' } as const;

const DELETED_VERSIONS = {
  deletedVersions: ['integer'],
  keptVersions: [{ number: 'integer', reasons: ['string'] }],
} as const;

const MOVED_VOLUME = {
  id: 'string',
  name: 'string',
  previousId: 'string',
  projectId: 'string',
  action: 'string',
} as const;

const MOVED = { ...MOVED_VOLUME, url: 'string' } as const;

const CAPACITY = { cpu: 'number', gpu: 'number', memory: 'number' } as const;

const DELETED_RUNS = { matched: 'integer', deleted: 'integer', dryRun: 'boolean' } as const;

/** `text` and `lines` of one text, `isCut` also of one item a line. */
const LOG_TEXT = { isCut: 'boolean', text: 'string', lines: 'integer' } as const;

export const PROJECTS: Outputs = {
  'app/addVersion': { appId: 'string', ...appVersion },
  'app/create': app.whole,
  'app/delete': DELETED,
  'app/get': app.whole,
  'app/getAll': app.listed,
  'app/getHistory': {
    appId: 'string',
    action: 'string',
    recordAt: 'string',
    author: 'string',
    trigger: 'string',
    versionNumber: 'integer',
    executionId: 'string',
    statuses: [{ status: 'string', reason: 'string', recordAt: 'string' }],
  },
  'app/getLogs': {
    index: 'integer',
    value: 'string',
    stream: 'string',
    containerId: 'string',
    recordAt: 'string',
    ...LOG_TEXT,
    appId: 'string',
  },
  'app/getStats': {
    appId: 'string',
    versionNumber: 'integer',
    startTime: 'string',
    uptimePercentage: 'number',
    downtimePercentage: 'number',
    recoveredCount: 'integer',
  },
  'app/restart': app.whole,
  'app/rollback': app.whole,
  'app/run': app.whole,
  'app/stop': app.whole,
  'app/update': app.whole,
  'dockerCredential/create': DOCKER_CREDENTIAL,
  'dockerCredential/delete': DELETED,
  'dockerCredential/getAll': { ...DOCKER_CREDENTIAL, ...IN_PROJECT },
  'dockerCredential/update': DOCKER_CREDENTIAL,
  'environmentVariable/delete': { ...DELETED, name: 'string', scope: 'string' },
  'environmentVariable/getAll': VARIABLE,
  'environmentVariable/replaceAll': {
    name: 'string',
    scope: 'string',
    action: 'string',
    isPassword: 'boolean',
    value: 'string',
    previousValue: 'string',
    dryRun: 'boolean',
  },
  'environmentVariable/set': VARIABLE,
  'job/addVersion': { jobId: 'string', ...jobVersion },
  'job/create': job.whole,
  'job/delete': DELETED,
  'job/deleteVersions': {
    ...job.withRun,
    ...DELETED_VERSIONS,
  },
  'job/move': MOVED,
  'job/duplicate': job.whole,
  'job/get': job.withRun,
  'job/getAll': job.listed,
  'job/rollback': job.withRun,
  'job/run': jobRun.started,
  'job/runAndWait': jobRun.startedAndWaited,
  'job/update': job.whole,
  'job/upsert': { ...job.withRun, ...UPSERTED },
  'jobRun/deleteMany': { jobId: 'string', ...DELETED_RUNS },
  'jobRun/diagnose': DIAGNOSIS,
  'jobRun/get': jobRun.withVariables,
  'jobRun/getAll': jobRun.whole,
  'jobRun/getLogs': {
    index: 'integer',
    value: 'string',
    stream: 'string',
    ...LOG_TEXT,
    runId: 'string',
  },
  'jobRun/stop': jobRun.whole,
  'jobRun/wait': jobRun.waited,
  'pipeline/checkCondition': { projectId: 'string', expression: 'string', result: 'boolean' },
  'pipeline/create': pipeline.whole,
  'pipeline/delete': DELETED,
  'pipeline/deleteVersions': { ...pipeline.whole, ...DELETED_VERSIONS },
  'pipeline/duplicate': pipeline.whole,
  'pipeline/get': pipeline.whole,
  'pipeline/getAll': pipeline.listed,
  'pipeline/move': MOVED,
  'pipeline/rollback': pipeline.whole,
  'pipeline/run': pipelineRun.started,
  'pipeline/runAndWait': pipelineRun.startedAndWaited,
  'pipeline/update': pipeline.whole,
  'pipeline/upsert': { ...pipeline.whole, ...UPSERTED },
  'pipelineRun/deleteMany': { pipelineId: 'string', ...DELETED_RUNS },
  'pipelineRun/diagnose': DIAGNOSIS,
  'pipelineRun/get': pipelineRun.withVariables,
  'pipelineRun/getAll': pipelineRun.whole,
  'pipelineRun/stop': pipelineRun.whole,
  'pipelineRun/wait': pipelineRun.waited,
  'platform/get': {
    id: 'integer',
    name: 'string',
    counts: counts('projects', 'jobs', 'pipelines', 'apps'),
    clusterNodes: [CAPACITY],
    clusterCapacity: { nodes: 'integer', ...CAPACITY },
  },
  'project/create': PROJECT,
  'project/delete': DELETED,
  'project/deploy': {
    ...CHANGE,
    counts: counts('created', 'updated', 'deleted', 'unchanged', 'blocked', 'failed'),
    ...SUMMARY,
    result: { ...jobRun.whole, ...pipelineRun.whole },
  },
  'project/export': { fileName: 'string', files: 'integer', path: 'string', size: 'integer' },
  'project/get': PROJECT,
  'project/getAll': { id: 'string', name: 'string', url: 'string' },
  'project/getReport': REPORT,
  'project/getRights': {
    projectId: 'string',
    name: 'string',
    role: 'string',
    isAllProjects: 'boolean',
  },
  'project/validate': { valid: 'boolean', problems: [PROBLEM], ...PROBLEM },
  'project/plan': {
    ...CHANGE,
    counts: counts('create', 'update', 'extraneous', 'unchanged', 'blocked'),
    leftOut: 'integer',
    ...SUMMARY,
  },
  'project/update': PROJECT,
  'volume/create': VOLUME,
  'volume/delete': DELETED,
  'volume/duplicate': VOLUME,
  'volume/get': VOLUME,
  'volume/getAll': { ...VOLUME, ...IN_PROJECT },
  'volume/move': MOVED_VOLUME,
  'volume/unlink': VOLUME,
  'volume/update': VOLUME,
};
