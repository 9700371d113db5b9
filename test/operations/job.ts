import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS, type Sandbox } from '../../sandbox';
import { byId } from '../nodes/Projects/support';
import type { Operations, OperationsByResource } from './entry';
import {
  about,
  CHANGED,
  endlessJob,
  IN_RETAIL,
  inRetail,
  jobOfTwoVersions,
  jobUnderWay,
  quickJob,
  startTries,
  TO_ENERGY,
  waitTries,
} from './onSandbox';

const NEW_JOB = {
  ...IN_RETAIL,
  category: byId('Extraction'),
  technologyId: byId(TECHNOLOGY_IDS.python),
};

const OTHER_VERSION = { ...NEW_JOB, name: 'Upserted', version: { commandLine: 'other' } };

const namedJob = ({ store }: Sandbox) => {
  const name = `Job ${store.jobs().length}`;
  return store.addJob({ projectId: PROJECT_IDS.retail, category: 'Extraction', name });
};

const tried = startTries('jobId', quickJob, jobUnderWay);
const ofJob = about('jobId', quickJob);
const ofTwoVersions = about('jobId', jobOfTwoVersions);

const jobOperations: Operations = {
  getAll: {
    tried: [
      inRetail(),
      { of: 'with last runs', ...inRetail({ lastRun: true, notRunSinceDays: 0 }) },
      {
        of: 'with all columns',
        ...inRetail({ include: ['alias', 'schedule', 'technologyLabel'] }),
      },
      { of: 'of all projects', parameters: { projectId: byId(''), returnAll: true } },
    ],
  },
  get: {
    // One with everything that can be set.
    tried: { jobId: byId(JOB_IDS.gridLoadModel) },
  },
  run: { tried: tried.run, changes: { runJob: 'once' } },
  runAndWait: {
    example: { jobId: byId(JOB_IDS.salesExtraction), options: { timeout: 600, pollInterval: 1 } },
    tried: tried.runAndWait,
    changes: { runJob: 'once' },
    chaos: [...tried.runAndWait, ...waitTries('jobId', quickJob, endlessJob)],
  },
  create: {
    tried: { ...NEW_JOB, name: 'New' },
    changes: { createJob: 'once' },
  },
  addVersion: {
    tried: ofJob({ version: { commandLine: 'run' } }),
    changes: { addJobVersion: 'once' },
  },
  update: { tried: ofJob(CHANGED), changes: { editJob: 'repeatable' } },
  upsert: {
    tried: [
      { of: 'that creates', parameters: { ...NEW_JOB, name: 'Upserted' } },
      { of: 'that updates', parameters: OTHER_VERSION },
    ],
    changes: { createJob: 'once', addJobVersion: 'once', editJob: 'repeatable' },
    chaos: [
      OTHER_VERSION,
      (sandbox) => ({
        ...OTHER_VERSION,
        name: namedJob(sandbox).name,
        additionalFields: CHANGED.updateFields,
      }),
    ],
  },
  rollback: {
    tried: ofTwoVersions({ versionNumber: 1 }),
    changes: { rollbackJobVersion: 'repeatable' },
  },
  deleteVersions: {
    tried: ofTwoVersions({ versionNumbers: '1, 2' }),
    changes: { deleteJobVersions: 'once' },
    itemsPerChange: 2,
  },
  move: { tried: ofJob(TO_ENERGY), changes: { moveJob: 'once' } },
  duplicate: { tried: ofJob(), changes: { duplicateJob: 'once' } },
  delete: { tried: ofJob(), changes: { deleteJob: 'repeatable' } },
};

export const operations: OperationsByResource = {
  'Projects job': jobOperations,
};
