import { app, appVersion } from './projects/app';
import { job } from './projects/job';
import { pipeline } from './projects/pipeline';
import { jobRun, LAST_RUN, pipelineRun, VARIABLES } from './projects/run';
import type { Outputs } from './shape';

const FILE = { path: 'string', size: 'integer' } as const;

export const CONF_FILES: Outputs = {
  'file/delete': { deleted: 'boolean', path: 'string' },
  'file/download': { ...FILE, mimeType: 'string', text: 'string' },
  'file/getAll': {
    path: 'string',
    name: 'string',
    type: 'string',
    size: 'integer',
    modifiedAt: 'string',
  },
  'file/upload': { ...FILE, sha256: 'string' },
  'folder/sync': {
    path: 'string',
    action: 'string',
    size: 'integer',
    dryRun: 'boolean',
  },
};

export const CONF_FILES_TRIGGER: Outputs = {
  '': { event: 'string', path: 'string', size: 'integer', modifiedAt: 'string' },
};

export const SETTINGS: Outputs = {
  'clusterNode/check': {
    node: 'string',
    role: 'string',
    ready: 'boolean',
    summary: 'string',
    fix: 'string',
    findings: [
      {
        requirement: 'string',
        ok: 'boolean',
        found: 'string',
        expected: 'string',
        fix: 'string',
      },
    ],
  },
  // Their form is the platform's own: this is what becomes of plain values.
  'dataLakeUrl/getAll': { url: 'string' },
  'gpu/get': { value: 'boolean' },
  'uploadToken/get': {
    found: 'boolean',
    source: 'string',
    token: 'string',
    reason: 'string',
    waysToGetOne: [{ way: 'string', commands: ['string'] }],
  },
};

export const PROJECTS_TRIGGER: Outputs = {
  '': {
    event: 'string',
    // What events of apps tell.
    changedAt: 'string',
    ...app.whole,
    ...jobRun.whole,
    ...pipelineRun.whole,
    // What events about absence tell of the job or pipeline.
    ...pipeline.whole,
    ...job.whole,
    currentVersion: {
      ...appVersion,
      ...pipeline.whole.currentVersion,
      ...job.whole.currentVersion,
    },
    dueAt: 'string',
    detectedAt: 'string',
    missed: 'integer',
    run: { ...jobRun.whole, ...pipelineRun.whole },
    usualSeconds: 'number',
    failures: 'integer',
    since: 'string',
    lastRun: LAST_RUN,
    lastSuccess: LAST_RUN,
    ...VARIABLES,
    lastLogLines: ['string'],
    logError: 'string',
  },
};
