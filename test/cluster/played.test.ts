import { describeWithKubectl } from './account';
import { startPlayedCluster, type PlayedCluster } from './playedCluster';
import { describeCluster } from './suite';

const COMMAND = ['kube-apiserver', '--enable-admission-plugins=ExtendedResourceToleration'];
const API_SERVER = {
  ...{ apiVersion: 'v1', kind: 'Pod', status: { phase: 'Running' } },
  metadata: { name: 'kube-apiserver-1', namespace: 'kube-system' },
  spec: { containers: [{ command: COMMAND }] },
};

/** An older kubectl, as Debian 12 has it, asks the server for what a played cluster does not have. */
const OLDEST_MINOR = 24;

/** Keeps `npm run test:cluster` itself right: set up, tried and cleaned up by the real kubectl, on a cluster that is played. */
const tests = () => {
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
};
describeWithKubectl('npm run test:cluster', tests, OLDEST_MINOR);
