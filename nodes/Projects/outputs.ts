import { APP, LISTED_APP } from '../../platform/resources/app/fields';
import type { EntityFields, OutputShape } from '../../platform/resources/entityFields';
import { JOB } from '../../platform/resources/job/fields';
import { LISTED_PIPELINE, PIPELINE } from '../../platform/resources/pipeline/fields';

const RUN_STATE = {
  statusDetails: 'string',
  statusReason: 'string',
  number: 'integer',
  startTime: 'string',
  endTime: 'string',
  durationSeconds: 'number',
} as const;

const RUN_CAUSE = { trigger: 'string', startedBy: 'string', stoppedBy: 'string' } as const;

const RUN_VERSION = { number: 'integer' } as const;

/** Fields that a wait adds if the run has not succeeded. */
const WAIT_FIELDS = {
  lastLogLines: ['string'],
  logError: 'string',
  timedOut: 'boolean',
} as const;

/** `variables` has a key for each variable of a job run, or for each job of a pipeline run. So does `inputVariables`. */
export const VARIABLES = {
  variables: 'object',
  inputVariables: 'object',
  variablesLeftOut: 'integer',
  variablesError: 'string',
} as const;

/** The last run is null if the job or pipeline has never run. */
export const LAST_RUN = {
  id: 'string',
  number: 'integer',
  status: 'string',
  succeeded: 'boolean',
  startTime: 'string',
  endTime: 'string',
  url: 'string',
} as const;

/** Is returned only if the node skipped the start because of a current run. */
const SKIPPED = { skipped: 'boolean' } as const;

/** Moves to the front the fields that every started run has. */
function orderAsStarted<Run extends object>(run: Run, parentIdField: keyof Run & string): Run {
  const first: string[] = ['id', 'status', 'succeeded', parentIdField];
  const getRank = ([name]: [string, unknown]) => first.indexOf(name) + 1 || first.length + 1;
  return Object.fromEntries(Object.entries(run).sort((a, b) => getRank(a) - getRank(b))) as Run;
}

const basicJobRun = {
  jobName: 'string',
  projectName: 'string',
  id: 'string',
  status: 'string',
  succeeded: 'boolean',
  jobId: 'string',
  projectId: 'string',
  url: 'string',
  ...RUN_STATE,
  ...RUN_CAUSE,
  jobAlias: 'string',
  version: RUN_VERSION,
  pipelineInstanceId: 'string',
} as const;

export const jobRun = {
  started: { ...orderAsStarted(basicJobRun, 'jobId'), ...SKIPPED },
  whole: basicJobRun,
  withVariables: { ...basicJobRun, ...VARIABLES },
  waited: { ...basicJobRun, ...VARIABLES, ...WAIT_FIELDS },
  startedAndWaited: { ...basicJobRun, ...VARIABLES, ...WAIT_FIELDS, ...SKIPPED },
} as const;

const basicPipelineRun = {
  pipelineName: 'string',
  projectName: 'string',
  id: 'string',
  status: 'string',
  succeeded: 'boolean',
  pipelineId: 'string',
  projectId: 'string',
  url: 'string',
  ...RUN_STATE,
  ...RUN_CAUSE,
  version: RUN_VERSION,
} as const;

const wholePipelineRun = {
  ...basicPipelineRun,
  jobsInstance: [
    {
      id: 'string',
      status: 'string',
      succeeded: 'boolean',
      jobId: 'string',
      number: 'integer',
      statusDetails: 'string',
      startTime: 'string',
      endTime: 'string',
      durationSeconds: 'number',
      jobAlias: 'string',
      jobNodeId: 'string',
      statusReason: 'string',
      url: 'string',
    },
  ],
  conditionsInstance: [
    {
      conditionNodeId: 'string',
      isSuccess: 'boolean',
      status: 'string',
      statusDetails: 'string',
      statusReason: 'string',
      startTime: 'string',
      endTime: 'string',
    },
  ],
  nodeStatuses: [{ nodeId: 'string', status: 'string' }],
} as const;

export const pipelineRun = {
  started: { ...orderAsStarted(basicPipelineRun, 'pipelineId'), ...SKIPPED },
  whole: wholePipelineRun,
  withVariables: { ...wholePipelineRun, ...VARIABLES },
  waited: { ...wholePipelineRun, ...VARIABLES, ...WAIT_FIELDS },
  startedAndWaited: { ...wholePipelineRun, ...VARIABLES, ...WAIT_FIELDS, ...SKIPPED },
} as const;

export const DIAGNOSIS = {
  text: 'string',
  cause: 'string',
  reason: 'string',
  failedJob: {
    jobId: 'string',
    jobName: 'string',
    runId: 'string',
    number: 'integer',
    status: 'string',
  },
  path: [{ kind: 'string', name: 'string', status: 'string', isMet: 'boolean' }],
  logExcerpt: [{ index: 'integer', stream: 'string', value: 'string', looksLikeError: 'boolean' }],
  changesSinceLastSuccess: [{ field: 'string', change: 'string', from: 'string', to: 'string' }],
  failuresInARow: 'integer',
  failingSince: 'string',
  usualSeconds: 'number',
  url: 'string',
} as const;

export function buildTableOutput(table: EntityFields): Record<string, OutputShape> {
  const outputs = Object.entries(table).map(([name, { output, outputAs }]) =>
    output === false ? outputAs : { [name]: output },
  );
  return Object.assign({}, ...outputs) as Record<string, OutputShape>;
}

export const IN_PROJECT = { projectId: 'string', projectName: 'string' } as const;

export const DELETED_RUNS = { matched: 'integer', deleted: 'integer', dryRun: 'boolean' } as const;

/** Every item has `isCut`. Only an item with the whole text has `text` and `lines`. */
export const LOG_TEXT = { isCut: 'boolean', text: 'string', lines: 'integer' } as const;

export const jobVersion = buildTableOutput(JOB.version);

const listedJob = {
  name: 'string',
  id: 'string',
  technology: { id: 'string', label: 'string' },
  ...IN_PROJECT,
  url: 'string',
  alias: 'string',
  isScheduled: 'boolean',
  cronScheduling: 'string',
  scheduleTimezone: 'string',
  lastRun: LAST_RUN,
} as const;

const wholeJob = { ...buildTableOutput(JOB.settings), currentVersion: jobVersion };

export const job = {
  listOutput: listedJob,
  whole: wholeJob,
  withRun: { ...wholeJob, lastRun: LAST_RUN },
} as const;

export const pipeline = {
  listOutput: {
    ...buildTableOutput(LISTED_PIPELINE),
    ...IN_PROJECT,
    url: 'string',
    lastRun: LAST_RUN,
  },
  whole: {
    ...buildTableOutput(PIPELINE.settings),
    currentVersion: buildTableOutput(PIPELINE.version),
  },
} as const;

export const appVersion = buildTableOutput(APP.version);

export const app = {
  listOutput: { ...buildTableOutput(LISTED_APP), ...IN_PROJECT, url: 'string' },
  whole: { ...buildTableOutput(APP.settings), currentVersion: appVersion },
} as const;

const STATE_COUNTS = {
  failing: 'integer',
  late: 'integer',
  unreliable: 'integer',
  slow: 'integer',
  running: 'integer',
  unknown: 'integer',
  ok: 'integer',
  idle: 'integer',
} as const;

export const REPORT = {
  kind: 'string',
  name: 'string',
  projectName: 'string',
  state: 'string',
  reason: 'string',
  runs: 'integer',
  succeeded: 'integer',
  failed: 'integer',
  stopped: 'integer',
  skipped: 'integer',
  running: 'integer',
  successRate: 'number',
  medianSeconds: 'number',
  p95Seconds: 'number',
  change: {
    runs: 'integer',
    failed: 'integer',
    medianSeconds: 'number',
  },
  lastRun: LAST_RUN,
  lastSuccess: 'string',
  missedSchedules: 'integer',
  scheduleProblem: 'string',
  dueAt: 'string',
  cronScheduling: 'string',
  id: 'string',
  projectId: 'string',
  url: 'string',
  isCut: 'boolean',
  // Only apps have these fields.
  status: 'string',
  statusReason: 'string',
  since: 'string',
  restarts: 'integer',
  // Only the item with the totals has these fields.
  apps: 'integer',
  appsDown: 'integer',
  summary: 'string',
  html: 'string',
  projects: 'integer',
  jobs: 'integer',
  pipelines: 'integer',
  unreadableSchedules: 'integer',
  needAttention: 'integer',
  states: STATE_COUNTS,
  from: 'string',
  to: 'string',
  timezone: 'string',
} as const;
