import type { Operations, OperationsByResource } from './entry';

const clusterNodeOperations: Operations = {
  check: {
    example: true,
    tried: {},
  },
};

const gpuOperations: Operations = {
  get: {
    example: true,
    // A platform's settings come as they are; a plain value gets a name.
    tried: { before: ({ platformSettings }) => (platformSettings.gpu = true), parameters: {} },
  },
};

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
