import { JOB_IDS, PIPELINE_IDS, type Sandbox } from '../../sandbox';
import { DELETED_RUNS, LOG_TEXT } from '../../schemas/projects/entities';
import { DIAGNOSIS, jobRun, pipelineRun } from '../../schemas/projects/run';
import { byId } from '../nodes/Projects/support';
import type { Operations, Try } from './entry';
import {
  endedPipelineRun,
  endedRun,
  endlessPipelineRun,
  endlessRun,
  failedPipelineRun,
  failedRun,
  IN_RETAIL,
  quickJob,
  quickPipeline,
  WAITING,
  WITH_VARIABLES,
} from './onSandbox';

/** Of runs that have ended. */
const ALL_BUT_ONE = { olderThanDays: 0, keepLast: 1 };

const ENDED_RUNS = 4;

type Run = (sandbox: Sandbox) => string;

/** Tries to read a run, or to wait for its end. */
const readTries = (run: Run, options: object = {}): Try[] => [
  { parameters: (sandbox) => ({ runId: run(sandbox), options }) },
  {
    of: 'with variables',
    parameters: (sandbox) => ({ runId: run(sandbox), options: WITH_VARIABLES }),
  },
];

/** Operations on runs of jobs. */
export const jobRunOperations: Operations = {
  getAll: {
    returns: jobRun.whole,
    tried: [
      { parameters: { jobId: byId(JOB_IDS.priceWatch), returnAll: true } },
      {
        of: 'of a project',
        parameters: {
          ...IN_RETAIL,
          jobId: byId(''),
          options: { status: ['failed', 'succeeded'], since: '2020-01-01' },
        },
      },
    ],
  },
  get: { returns: jobRun.withVariables, tried: readTries(endedRun) },
  wait: { returns: jobRun.waited, tried: readTries(endedRun, WAITING) },
  stop: {
    returns: jobRun.whole,
    tried: (sandbox) => ({ runId: endlessRun(sandbox) }),
    changes: { stopJobInstance: 'repeatable' },
  },
  getLogs: {
    returns: {
      index: 'integer',
      value: 'string',
      stream: 'string',
      ...LOG_TEXT,
      runId: 'string',
    },
    example: ({ store }) => ({
      runId: store.runsOfJob(JOB_IDS.priceWatch)[0]?.id,
      streams: ['STDOUT', 'STDERR'],
    }),
    tried: [
      (sandbox) => ({ runId: endedRun(sandbox), streams: ['STDOUT', 'STDERR'] }),
      {
        of: 'as one text',
        parameters: (sandbox) => ({ runId: endedRun(sandbox), lines: 'all', output: 'text' }),
      },
    ],
  },
  diagnose: {
    returns: DIAGNOSIS,
    example: ({ store }) => ({
      runId: store.runsOfJob(JOB_IDS.priceWatch).find(({ status }) => status === 'FAILED')?.id,
    }),
    tried: [
      (sandbox) => ({ runId: endedRun(sandbox) }),
      { of: 'of a failure', parameters: (sandbox) => ({ runId: failedRun(sandbox) }) },
    ],
  },
  deleteMany: {
    returns: { jobId: 'string', ...DELETED_RUNS },
    tried: (sandbox) => ({ jobId: quickJob(sandbox) }),
    changes: { deleteJobInstances: 'repeatable' },
    chaos: [false, true].map((dryRun) => (sandbox: Sandbox) => {
      const jobId = quickJob(sandbox);
      for (let n = 0; n < ENDED_RUNS; n++) sandbox.store.startRun(String(jobId.value));
      return { jobId, ...ALL_BUT_ONE, dryRun };
    }),
  },
};

/** Operations on runs of pipelines. */
export const pipelineRunOperations: Operations = {
  getAll: {
    returns: pipelineRun.whole,
    tried: [
      { parameters: { pipelineId: byId(PIPELINE_IDS.dailySales), returnAll: true } },
      {
        of: 'of all projects',
        parameters: {
          projectId: byId(''),
          pipelineId: byId(''),
          options: { status: ['succeeded'] },
        },
      },
    ],
  },
  diagnose: {
    returns: DIAGNOSIS,
    tried: (sandbox) => ({ runId: failedPipelineRun(sandbox) }),
  },
  get: {
    returns: pipelineRun.withVariables,
    example: ({ store }) => ({ runId: store.pipelines.start(PIPELINE_IDS.dailySales)?.id }),
    tried: [
      (sandbox) => ({ runId: endedPipelineRun(sandbox) }),
      {
        of: 'with a timeline',
        parameters: (sandbox) => ({
          runId: endedPipelineRun(sandbox),
          options: { timeline: true },
        }),
      },
      {
        of: 'with variables',
        parameters: (sandbox) => ({ runId: endedPipelineRun(sandbox), options: WITH_VARIABLES }),
      },
    ],
  },
  wait: {
    returns: pipelineRun.waited,
    tried: readTries(endedPipelineRun, WAITING),
  },
  stop: {
    returns: pipelineRun.whole,
    tried: (sandbox) => ({ runId: endlessPipelineRun(sandbox) }),
    changes: { stopPipelineInstance: 'repeatable' },
  },
  deleteMany: {
    returns: { pipelineId: 'string', ...DELETED_RUNS },
    tried: (sandbox) => ({ pipelineId: quickPipeline(sandbox) }),
    changes: { deletePipelineInstances: 'repeatable' },
    chaos: [false, true].map((dryRun) => (sandbox: Sandbox) => {
      const pipelineId = quickPipeline(sandbox);
      for (let n = 0; n < ENDED_RUNS; n++) sandbox.store.pipelines.start(String(pipelineId.value));
      return { pipelineId, ...ALL_BUT_ONE, dryRun };
    }),
  },
};
