import { describeCluster } from './suite';

/** The cluster that `npm run test:cluster` was given. */
describeCluster('the cluster', () => {
  const { CLUSTER_KUBECONFIG: kubeconfig, CLUSTER_CONTEXT: context } = process.env;
  if (!kubeconfig) throw new Error('Run it with: npm run test:cluster -- --kubeconfig <file>');
  return { kubeconfig, context, id: process.env.CLUSTER_TEST_ID };
});
