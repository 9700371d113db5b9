import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PACKAGE_FOLDER } from '../../harness/packedPackage';
import { describeWithKubectl } from './kubectl';
import { startPlayedCluster, type PlayedCluster } from './playedCluster';
import { describeCluster } from './suite';

const ROOT = path.resolve(__dirname, '..', '..');

const apiServer = (plugins: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'kube-apiserver-played-1',
    namespace: 'kube-system',
    labels: { component: 'kube-apiserver' },
  },
  spec: { containers: [{ command: ['kube-apiserver', `--enable-admission-plugins=${plugins}`] }] },
  status: { phase: 'Running' },
});

/** Keeps `npm run test:cluster` itself right: set up, tried and cleaned up by the real kubectl, on a cluster that is played. */
describeWithKubectl('npm run test:cluster', () => {
  describe.each([
    ['with the admission controller', [apiServer('ExtendedResourceToleration')], true],
    ['managed', [], true],
  ])('%s', (_name, apiServerPods, toleratesGpus) => {
    let folder: string;
    let played: PlayedCluster;
    let before: string[];
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'played-cluster-'));
      played = await startPlayedCluster({ apiServerPods, toleratesGpus });
      before = played.paths();
      writeFileSync(path.join(folder, 'config'), played.kubeconfig);
    });
    afterAll(async () => {
      expect(played.paths()).toEqual(before);
      await played.close();
      rmSync(folder, { recursive: true, force: true });
    });

    // Once is enough.
    if (apiServerPods.length === 0) {
      test('a run says what it does not try, and an interrupt leaves nothing behind', async () => {
        const command = path.join(ROOT, 'node_modules/.bin/tsx');
        const kubeconfig = path.join(folder, 'config');
        const tests = spawn(command, ['test/cluster/run.ts', '--kubeconfig', kubeconfig], {
          cwd: ROOT,
          stdio: ['ignore', 'pipe', 'ignore'],
          // Packed again, the package would vanish from the other tests.
          env: { ...process.env, TEST_PACKAGE_FOLDER: PACKAGE_FOLDER },
          // A group of its own, as a terminal interrupts it.
          detached: true,
        });
        const ended = once(tests, 'exit');
        const printed = text(tests.stdout);
        while (
          !played.paths().some((made) => /clusterrolebindings/.test(made)) &&
          tests.exitCode === null
        )
          await new Promise((resolve) => setTimeout(resolve, 50));
        expect(played.paths().length).toBeGreaterThan(before.length);
        process.kill(-Number(tests.pid), 'SIGINT');
        await ended;
        expect(played.paths()).toEqual(before);
        expect(await printed).toMatch(/^Not tried: reading files of a platform.*managed cluster/s);
      });
    }

    describeCluster('a cluster', () => ({ kubeconfig: path.join(folder, 'config') }));
  });
});
