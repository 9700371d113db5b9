import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describeWithKubectl } from './account';
import { startPlayedCluster, type PlayedCluster } from './playedCluster';
import { describeCluster } from './suite';

const API_SERVER = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'kube-apiserver-played-1',
    namespace: 'kube-system',
    labels: { component: 'kube-apiserver' },
  },
  spec: {
    containers: [
      { command: ['kube-apiserver', '--enable-admission-plugins=ExtendedResourceToleration'] },
    ],
  },
  status: { phase: 'Running' },
};

/** Keeps `npm run test:cluster` itself right: set up, tried and cleaned up by the real kubectl, on a cluster that is played. */
describeWithKubectl('npm run test:cluster', () => {
  let folder: string;
  let played: PlayedCluster;
  let before: string[];
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'played-cluster-'));
    played = await startPlayedCluster({ apiServerPods: [API_SERVER], toleratesGpus: true });
    before = played.paths();
    writeFileSync(path.join(folder, 'config'), played.kubeconfig);
  });
  afterAll(async () => {
    expect(played.paths()).toEqual(before);
    await played.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describeCluster('a cluster', () => ({ kubeconfig: path.join(folder, 'config') }));
});
