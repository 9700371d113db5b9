import { countIs } from '../chaos/operations/kinds';
import type { Operations } from './entry';

const onCluster = { routes: ['cluster'], outputsAnItem: 1 } as const;

/** Operations on nodes of a cluster. */
export const clusterNodeOperations: Operations = {
  check: {
    returns: {
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
    example: true,
    tried: { parameters: {} },
    chaos: {
      ...onCluster,
      parameters: { source: 'kubernetesApi', role: 'all' },
      prepare: (world, index) => {
        if (index < 3) world.clusterNodes.push(`node-${index}`);
        return { json: {} };
      },
      outputsAnItem: undefined,
      falsehood: ({ world, outputs }) => {
        const told = outputs.map(({ json }) => json.node).join();
        return told === world.clusterNodes.join() ? undefined : `the nodes ${told}`;
      },
    },
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
    chaos: {
      parameters: {},
      routes: ['login', 'settings', 'settings'],
      prepare: () => ({ json: {} }),
      falsehood: ({ outputs }) =>
        outputs[0]?.json.isGpuEnabled === true ? undefined : 'another setting',
      outputsAnItem: 1,
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
    chaos: {
      parameters: { returnAll: true },
      routes: ['login', 'settings', 'settings'],
      prepare: () => ({ json: {} }),
      falsehood: countIs(() => 2),
    },
  },
};

/** Operations on the token for configuration files. */
export const uploadTokenOperations: Operations = {
  get: {
    returns: {
      found: 'boolean',
      source: 'string',
      token: 'string',
      reason: 'string',
      waysToGetOne: [{ way: 'string', commands: ['string'] }],
    },
    example: {},
    tried: [
      { parameters: { revealToken: true } },
      { before: ({ cluster }) => (cluster.uploadTokenSecret = undefined), parameters: {} },
    ],
    chaos: {
      ...onCluster,
      parameters: { revealToken: false },
      prepare: () => ({ json: {} }),
      falsehood: ({ outputs }) =>
        outputs[0]?.json.found === true ? undefined : 'it was not found',
    },
  },
};
