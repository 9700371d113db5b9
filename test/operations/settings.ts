import type { Operations, OperationsByResource } from './entry';

const clusterNodeOperations: Operations = {
  check: {
    example: true,
    tried: {},
  },
};

/** Operations on whether jobs may use GPUs. */
const gpuOperations: Operations = {
  get: {
    example: true,
    // A platform's settings come as they are; a plain value gets a name.
    tried: { before: ({ platformSettings }) => (platformSettings.gpu = true), parameters: {} },
  },
};

/** Operations on addresses of data lakes. */
const dataLakeUrlOperations: Operations = {
  getAll: {
    example: true,
    tried: {
      before: ({ platformSettings }) =>
        (platformSettings.dataLakeUrls = ['hdfs://namenode.invalid:8020']),
      parameters: { returnAll: true },
    },
  },
};

/** Operations on the token for configuration files. */
const uploadTokenOperations: Operations = {
  get: {
    example: {},
    tried: [
      { revealToken: true },
      { before: ({ cluster }) => (cluster.uploadTokenSecret = undefined), parameters: {} },
    ],
    chaos: {},
  },
};

export const operations: OperationsByResource = {
  'Settings clusterNode': clusterNodeOperations,
  'Settings gpu': gpuOperations,
  'Settings dataLakeUrl': dataLakeUrlOperations,
  'Settings uploadToken': uploadTokenOperations,
};
