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
import { deleteMany, diagnose, JOB, jobLogs, PIPELINE, runModels } from './runModels';

type Run = (sandbox: Sandbox) => string;

/** Tries to read a run, or to wait for its end. */
const readTries = (run: Run, options: object = {}): Try[] => [
  { parameters: (sandbox) => ({ runId: run(sandbox), options }) },
  {
    of: 'with variables',
    parameters: (sandbox) => ({ runId: run(sandbox), options: WITH_VARIABLES }),
  },
];

const jobModels = runModels(JOB);
const pipelineModels = runModels(PIPELINE);

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
    chaos: jobModels.getAll,
  },
  get: { returns: jobRun.withVariables, tried: readTries(endedRun), chaos: jobModels.get },
  wait: { returns: jobRun.waited, tried: readTries(endedRun, WAITING), chaos: jobModels.wait },
  stop: {
    returns: jobRun.whole,
    tried: (sandbox) => ({ runId: endlessRun(sandbox) }),
    chaos: jobModels.stop,
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
    chaos: jobLogs,
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
    chaos: diagnose(JOB),
  },
  deleteMany: {
    returns: { jobId: 'string', ...DELETED_RUNS },
    tried: (sandbox) => ({ jobId: quickJob(sandbox) }),
    chaos: [deleteMany(JOB, false), deleteMany(JOB, true)],
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
    chaos: pipelineModels.getAll,
  },
  diagnose: {
    returns: DIAGNOSIS,
    tried: (sandbox) => ({ runId: failedPipelineRun(sandbox) }),
    chaos: diagnose(PIPELINE),
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
    chaos: pipelineModels.get,
  },
  wait: {
    returns: pipelineRun.waited,
    tried: readTries(endedPipelineRun, WAITING),
    chaos: pipelineModels.wait,
  },
  stop: {
    returns: pipelineRun.whole,
    tried: (sandbox) => ({ runId: endlessPipelineRun(sandbox) }),
    chaos: pipelineModels.stop,
  },
  deleteMany: {
    returns: { pipelineId: 'string', ...DELETED_RUNS },
    tried: (sandbox) => ({ pipelineId: quickPipeline(sandbox) }),
    chaos: [deleteMany(PIPELINE, false), deleteMany(PIPELINE, true)],
  },
};
