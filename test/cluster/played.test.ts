import { describeWithKubectl } from './account';
import { startPlayedCluster, type PlayedCluster } from './playedCluster';
import { describeCluster } from './suite';

const COMMAND = ['kube-apiserver', '--enable-admission-plugins=ExtendedResourceToleration'];
const API_SERVER = {
  ...{ apiVersion: 'v1', kind: 'Pod', status: { phase: 'Running' } },
  metadata: { name: 'kube-apiserver-1', namespace: 'kube-system' },
  spec: { containers: [{ command: COMMAND }] },
};

/** Keeps `npm run test:cluster` itself right: set up, tried and cleaned up by the real kubectl, on a cluster that is played. */
describeWithKubectl('npm run test:cluster', () => {
  let played: PlayedCluster;
  let before: string[];
  beforeAll(async () => {
    played = await startPlayedCluster();
    played.put('/api/v1/namespaces/kube-system/pods/kube-apiserver-1', API_SERVER);
    before = played.paths();
  });
  afterAll(async () => {
    expect(played.paths()).toEqual(before);
    await played.close();
  });

  describeCluster('a cluster', () => played);
});
