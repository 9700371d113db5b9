import assert from 'node:assert/strict';
import type { Running } from '../../../start/bringUp';
import { type Check, confFilesNode, search } from '../check';
import type { Editor } from '../editor';

/** Holds neither a local address nor an upload token: nothing is forwarded, and nobody has pasted anything. */
const credential = 'Files of the cluster';

export const throughClusterChecks: Check[] = [
  {
    name: 'configuration files are listed and downloaded through the cluster, without a forwarded port',
    async run(editor, running) {
      const before = { ...running.sandbox.stats.byOperation };
      const rows = await readThroughCluster(editor, running, 'Get many files');
      const paths = rows.map(({ path }) => path);
      assert.ok(paths.includes('/spark/spark-defaults.conf'), paths.join(', '));

      await editor.node.setOption('operation', 'Download');
      await editor.node.write('filePath', 'spark/spark-defaults.conf');
      const [file] = await editor.node.executeStepWithFile();
      assert.match(String(file), /spark-defaults\.conf/);
      // Whatever the service was asked came through the proxy.
      const after: Record<string, number> = running.sandbox.stats.byOperation;
      const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
      assert.ok(more('clusterProxy') > 1, 'nothing came through the cluster');
      assert.equal(more('confList') + more('confRetrieve'), more('clusterProxy'));
    },
  },
];

/** Pictures of the documentation. */
export const throughClusterPictures = [
  ['cluster/cluster-list', 'Get many files'],
  ['cluster/cluster-trigger', 'On file created'],
].map(([name = '', action = '']) => ({
  name,
  async take(editor: Editor, running: Running): Promise<void> {
    await editor.newWorkflow();
    await readThroughCluster(editor, running, action);
  },
}));

async function readThroughCluster(editor: Editor, { api, sandbox }: Running, action: string) {
  await api.saveCredential({
    name: credential,
    type: 'dataPlatformUploadTokenApi',
    data: { ...sandbox.uploadCredentials, localAddress: '', uploadToken: '' },
  });
  await editor.creator.add(search, confFilesNode, action);
  await editor.credential.choose(credential);
  await editor.node.setOption('readThrough', 'Cluster');
  const type = 'dataPlatformKubernetesApi';
  const cluster = (await api.listCredentials()).find((one) => one.type === type);
  await editor.credential.choose(cluster?.name ?? '', 'Data Platform Kubernetes API');
  await editor.node.switchOn('recursive');
  return await editor.node.executeStep();
}
