import { buildCredentials, type Running } from '../../start/bringUp';
import { confFilesNode, projectsNode, search, settingsNode } from './check';
import type { Editor } from './editor';

interface PictureOfCredential {
  /** Page below docs/credentials. */
  page: string;
  node: string;
  action: string;
  /** Name of the credential in n8n. It is needed if the node has several credentials. */
  label?: string;
  /** Returns wrong values for the picture of a failed test. */
  buildMistake(): Record<string, string>;
}

const CREDENTIALS = {
  dataPlatformApi: {
    page: 'platform-api',
    node: projectsNode,
    action: 'Get many projects',
    buildMistake: () => ({ password: 'not-the-password' }),
  },
  dataPlatformUploadTokenApi: {
    page: 'upload-token-api',
    node: confFilesNode,
    action: 'Get many files',
    // No server listens at this address.
    buildMistake: () => ({ localAddress: 'http://127.0.0.1:9' }),
  },
  dataPlatformKubernetesApi: {
    page: 'kubernetes-api',
    node: settingsNode,
    action: 'Check cluster nodes',
    label: 'Data Platform Kubernetes API',
    buildMistake: () => ({ token: 'not-a-token' }),
  },
} satisfies Record<string, PictureOfCredential>;

/** Saves a credential for the sandbox and opens it, so that n8n tests it. @param data changed values */
async function openCredential(
  editor: Editor,
  running: Running,
  type: keyof typeof CREDENTIALS,
  data: object = {},
): Promise<void> {
  const { node, action, label }: PictureOfCredential = CREDENTIALS[type];
  const filled = buildCredentials(running.sandbox).find((entry) => entry.type === type);
  const name = 'My platform';
  const all = { ...filled?.data, ...data };
  await running.api.saveCredential({ name, type, data: all });
  await editor.newWorkflow();
  await editor.creator.add(search, node, action);
  await editor.credential.choose(name, label);
  await editor.credential.test();
}

const TYPES = Object.keys(CREDENTIALS) as Array<keyof typeof CREDENTIALS>;

export const credentialPictures = TYPES.flatMap((type) => {
  const { page, buildMistake } = CREDENTIALS[type];
  return [
    {
      name: `credentials/${page}`,
      take: async (editor: Editor, running: Running) => {
        await openCredential(editor, running, type);
      },
    },
    {
      name: `credentials/${page}-failed`,
      take: async (editor: Editor, running: Running) => {
        await openCredential(editor, running, type, buildMistake());
        await editor.page.getByText('More details').click();
      },
    },
  ];
});
