import { fields, type Operations } from './entry';

/** Operations on nodes of a cluster. */
export const clusterNodeOperations: Operations = {
  check: {
    returns: {
      ...fields('node role ready:boolean summary fix'),
      findings: [fields('requirement ok:boolean found expected fix')],
    },
    example: true,
    tried: {},
  },
};

/** Operations on whether jobs may use GPUs. */
export const gpuOperations: Operations = {
  get: {
    returns: fields('value:boolean'),
    example: true,
    // A platform's settings come as they are; a plain value gets a name.
    tried: { before: ({ platformSettings }) => (platformSettings.gpu = true), parameters: {} },
  },
};

/** Operations on addresses of data lakes. */
export const dataLakeUrlOperations: Operations = {
  getAll: {
    // Their form is the platform's own: this is what becomes of plain values.
    returns: fields('url'),
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
      ...fields('found:boolean source token reason'),
      waysToGetOne: [{ way: 'string', commands: ['string'] }],
    },
    example: {},
    tried: [
      { revealToken: true },
      { before: ({ cluster }) => (cluster.uploadTokenSecret = undefined), parameters: {} },
    ],
    chaos: {},
  },
};
