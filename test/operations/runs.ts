import { JOB_IDS, PIPELINE_IDS, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';
import {
  about,
  endedPipelineRun,
  endedRun,
  endlessPipelineRun,
  endlessRun,
  failedPipelineRun,
  failedRun,
  IN_RETAIL,
  quickJob,
  quickPipeline,
  start,
  WAITING,
  WITH_VARIABLES,
} from './onSandbox';

const ofEnded = about('runId', endedRun);
const ofEndedPipelineRun = about('runId', endedPipelineRun);

const readTries = (ofRun: typeof ofEnded, options: object = {}) => [
  ofRun({ options }),
  { of: 'with variables', parameters: ofRun({ options: WITH_VARIABLES }) },
];

/** Of several runs that have ended, all but one; looked at first, then deleted. */
const deleteTries = (field: string, made: typeof quickJob) =>
  [false, true].map((dryRun) => (sandbox: Sandbox) => {
    const of = made(sandbox);
    for (let n = 0; n < 4; n++) start(sandbox, String(of.value));
    return { [field]: of, olderThanDays: 0, keepLast: 1, dryRun };
  });

const jobRunOperations: Operations = {
  getAll: {
    tried: [
      { jobId: byId(JOB_IDS.priceWatch), returnAll: true },
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
  get: { tried: readTries(ofEnded) },
  wait: { tried: readTries(ofEnded, WAITING) },
  stop: {
    tried: about('runId', endlessRun)(),
    changes: { stopJobInstance: 'repeatable' },
  },
  getLogs: {
    example: ({ store }) => ({
      runId: store.runsOfJob(JOB_IDS.priceWatch)[0]?.id,
      streams: ['STDOUT', 'STDERR'],
    }),
    tried: [
      ofEnded({ streams: ['STDOUT', 'STDERR'] }),
      { of: 'as one text', parameters: ofEnded({ lines: 'all', output: 'text' }) },
    ],
  },
  diagnose: {
    example: ({ store }) => ({
      runId: store.runsOfJob(JOB_IDS.priceWatch).find(({ status }) => status === 'FAILED')?.id,
    }),
    tried: [ofEnded(), { of: 'of a failure', parameters: about('runId', failedRun)() }],
  },
  deleteMany: {
    tried: about('jobId', quickJob)(),
    changes: { deleteJobInstances: 'repeatable' },
    chaos: deleteTries('jobId', quickJob),
  },
};

const pipelineRunOperations: Operations = {
  getAll: {
    tried: [
      { pipelineId: byId(PIPELINE_IDS.dailySales), returnAll: true },
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
  diagnose: { tried: about('runId', failedPipelineRun)() },
  get: {
    example: ({ store }) => ({ runId: store.pipelines.start(PIPELINE_IDS.dailySales)?.id }),
    tried: [
      ...readTries(ofEndedPipelineRun),
      { of: 'with a timeline', parameters: ofEndedPipelineRun({ options: { timeline: true } }) },
    ],
  },
  wait: { tried: readTries(ofEndedPipelineRun, WAITING) },
  stop: {
    tried: about('runId', endlessPipelineRun)(),
    changes: { stopPipelineInstance: 'repeatable' },
  },
  deleteMany: {
    tried: about('pipelineId', quickPipeline)(),
    changes: { deletePipelineInstances: 'repeatable' },
    chaos: deleteTries('pipelineId', quickPipeline),
  },
};

export const operations: OperationsByResource = {
  'Projects jobRun': jobRunOperations,
  'Projects pipelineRun': pipelineRunOperations,
};
