import type { ChaosOperation } from './operation';

const onCluster = { node: 'Settings', routes: ['cluster'], outputsAnItem: 1 } as const;

/** What is asked of the cluster's API server. */
export const clusterOperations: ChaosOperation[] = [
  {
    ...onCluster,
    name: 'clusterNode.check',
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
  {
    ...onCluster,
    name: 'uploadToken.get',
    parameters: { revealToken: false },
    prepare: () => ({ json: {} }),
    falsehood: ({ outputs }) => (outputs[0]?.json.found === true ? undefined : 'it was not found'),
  },
];
