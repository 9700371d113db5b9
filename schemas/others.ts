import type { Outputs } from './shape';

const REPOSITORY = {
  id: 'string',
  name: 'string',
  readOnly: 'boolean',
  creator: 'string',
  creationDate: 'string',
  modificationDate: 'string',
} as const;

const TECHNOLOGY = {
  __typename: 'string',
  id: 'string',
  label: 'string',
  description: 'string',
  available: 'boolean',
  technologyId: 'string',
  repositoryId: 'string',
  lastUpdate: 'string',
} as const;

export const CATALOG: Outputs = {
  'context/getAll': {
    __typename: 'string',
    id: 'string',
    label: 'string',
    available: 'boolean',
    description: 'string',
    recommended: 'boolean',
    trustLevel: 'string',
  },
  'repository/get': REPOSITORY,
  'repository/getAll': REPOSITORY,
  'repository/synchronize': REPOSITORY,
  'technology/get': TECHNOLOGY,
  'technology/getAll': TECHNOLOGY,
};

const FILE = { path: 'string', size: 'number' } as const;

export const CONF_FILES: Outputs = {
  'file/delete': { deleted: 'boolean', path: 'string' },
  'file/download': { ...FILE, mimeType: 'string', text: 'string' },
  'file/getAll': {
    path: 'string',
    name: 'string',
    type: 'string',
    size: 'number',
    modifiedAt: 'string',
  },
  'file/upload': { ...FILE, sha256: 'string' },
  'folder/sync': { path: 'string', action: 'string', size: 'number' },
};

export const CONF_FILES_TRIGGER: Outputs = {
  '': { event: 'string', path: 'string', size: 'number', modifiedAt: 'string' },
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
    id: 'string',
    jobId: 'string',
    pipelineId: 'string',
    name: 'string',
    status: 'string',
    statusDetails: 'string',
    number: 'integer',
    startTime: 'string',
    endTime: 'string',
    durationSeconds: 'number',
    recordedAt: 'string',
  },
};
