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
      const before = requestsOf(running);
      const rows = await listThroughCluster(editor, running);
      await editor.screenshot('conf-files-through-cluster-list');
      const paths = rows.map(({ path }) => path);
      assert.ok(paths.includes('/spark/spark-defaults.conf'), paths.join(', '));
      assertThroughCluster(before, requestsOf(running));

      await editor.setOption('operation', 'Download');
      await editor.writeLine('filePath', 'spark/spark-defaults.conf');
      const [file] = await editor.executeStepWithFile();
      await editor.screenshot('conf-files-through-cluster-download');
      assert.match(String(file), /spark-defaults\.conf/);
      assertThroughCluster(before, requestsOf(running));
    },
  },
  {
    name: 'a file is uploaded through the cluster with a token that nobody pasted',
    async run(editor, running) {
      await saveCredential(running);
      await editor.addNode(search, confFilesNode, 'Upload file');
      await editor.chooseCredential(credential);
      await editor.setOption('uploadTokenFrom', 'Cluster');
      await editor.chooseCredential('Sandbox cluster', 'Data Platform Kubernetes API');
      await editor.writeLine('filePath', 'from-the-editor.txt');
      await editor.setOption('contentSource', 'From Text');
      await editor.writeText('textContent', 'written in the editor');
      const [row] = await editor.executeStep();
      await editor.screenshot('conf-files-token-from-cluster');
      assert.equal(row?.path, '/from-the-editor.txt');
      const stored = running.sandbox.confFiles.read('/from-the-editor.txt');
      assert.equal(stored?.toString(), 'written in the editor');
    },
  },
  {
    name: 'the file trigger watches through the cluster, without a forwarded port',
    async run(editor, running) {
      const before = requestsOf(running);
      const [event] = await watchThroughCluster(editor, running);
      await editor.screenshot('conf-files-trigger-through-cluster');
      assert.equal(event?.event, 'fileUpdated');
      assertThroughCluster(before, requestsOf(running));
    },
  },
];

/** Pictures of the documentation. */
export const throughClusterPictures = [
  { name: 'cluster-list', take: inNewWorkflow(listThroughCluster) },
  { name: 'cluster-trigger', take: inNewWorkflow(watchThroughCluster) },
];

type Steps = (editor: Editor, running: Running) => Promise<unknown>;

function inNewWorkflow(steps: Steps) {
  return async (editor: Editor, running: Running): Promise<void> => {
    await editor.newWorkflow();
    await steps(editor, running);
  };
}

async function listThroughCluster(editor: Editor, running: Running) {
  await saveCredential(running);
  await editor.addNode(search, confFilesNode, 'Get many files');
  await chooseCluster(editor, running);
  await editor.switchOn('recursive');
  return await editor.executeStep();
}

async function watchThroughCluster(editor: Editor, running: Running) {
  await saveCredential(running);
  await editor.addNode(search, confFilesNode, 'On file created');
  await chooseCluster(editor, running);
  await editor.switchOn('recursive');
  return await editor.executeStep();
}

async function saveCredential({ api, sandbox }: Running): Promise<void> {
  await api.saveCredential({
    name: credential,
    type: 'dataPlatformUploadTokenApi',
    data: { ...sandbox.uploadCredentials, localAddress: '', uploadToken: '' },
  });
}

async function chooseCluster(editor: Editor, { api }: Running): Promise<void> {
  const type = 'dataPlatformKubernetesApi';
  const cluster = (await api.listCredentials()).find((one) => one.type === type);
  await editor.chooseCredential(credential);
  await editor.setOption('readThrough', 'Cluster');
  await editor.chooseCredential(cluster?.name ?? '', 'Data Platform Kubernetes API');
}

type Requests = Record<string, number>;

function requestsOf({ sandbox }: Running): Requests {
  return { ...sandbox.stats.byOperation };
}

/** Whatever the service was asked came through the proxy. */
function assertThroughCluster(before: Requests, after: Requests): void {
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  assert.ok(more('clusterProxy') > 0, 'nothing came through the cluster');
  assert.equal(more('confList') + more('confRetrieve'), more('clusterProxy'));
}
