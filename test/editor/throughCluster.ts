import type { Running } from '../../start/bringUp';
import { confFilesNode, search } from './check';
import type { Editor } from './editor';

/** Holds neither a local address nor an upload token: nothing is forwarded, and nobody has pasted anything. */
const credential = 'Files of the cluster';

/** For docs/cluster.md: files that are read through the cluster. */
export const throughClusterPictures = [
  ['cluster/cluster-list', 'Get many files'],
  ['cluster/cluster-trigger', 'On file created'],
].map(([name = '', action = '']) => ({
  name,
  async take(editor: Editor, { api, sandbox }: Running): Promise<void> {
    await editor.newWorkflow();
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
    // The trigger includes subfolders by default.
    if (action === 'Get many files') await editor.node.switchOn('recursive');
    await editor.node.executeStep();
  },
}));
