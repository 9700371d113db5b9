import { texts, type Operations } from './entry';

/** Operations on nodes of a cluster. */
export const clusterNodeOperations: Operations = {
  check: {
    returns: {
      ...texts('node', 'role'),
      ready: 'boolean',
      ...texts('summary', 'fix'),
      findings: [{ requirement: 'string', ok: 'boolean', ...texts('found', 'expected', 'fix') }],
    },
    example: true,
    tried: { parameters: {} },
  },
};

/** Operations on whether jobs may use GPUs. */
export const gpuOperations: Operations = {
  get: {
    returns: { value: 'boolean' },
    example: true,
    // A platform's settings come as they are; a plain value gets a name.
    tried: {
      before: ({ platformSettings }) => (platformSettings.gpu = true),
      parameters: {},
    },
  },
};

/** Operations on addresses of data lakes. */
export const dataLakeUrlOperations: Operations = {
  getAll: {
    // Their form is the platform's own: this is what becomes of plain values.
    returns: { url: 'string' },
    example: true,
    tried: {
      before: ({ platformSettings }) =>
        (platformSettings.dataLakeUrls = ['hdfs://namenode.invalid:8020']),
      parameters: { returnAll: true },
    },
  },
};

/** Operations on the token for configuration files. */
export const uploadTokenOperations: Operations = {
  get: {
    returns: {
      found: 'boolean',
      ...texts('source', 'token', 'reason'),
      waysToGetOne: [{ way: 'string', commands: ['string'] }],
    },
    example: {},
    tried: [
      { parameters: { revealToken: true } },
      { before: ({ cluster }) => (cluster.uploadTokenSecret = undefined), parameters: {} },
    ],
    chaos: { parameters: {} },
  },
};
