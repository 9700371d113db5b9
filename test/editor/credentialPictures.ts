import { credentialsFor, type Running } from '../../start/bringUp';
import { confFilesNode, projectsNode, search, settingsNode } from './check';
import type { Editor } from './editor';

/** How the pictures of a credential come about. */
interface Shown {
  /** Below docs/credentials. */
  page: string;
  node: string;
  action: string;
  /** n8n's name of the credential, if the node takes several. */
  label?: string;
  /** Values of some fields in the picture of a failed test. */
  mistake(): Record<string, string>;
}

const CREDENTIALS = {
  dataPlatformApi: {
    page: 'platform-api',
    node: projectsNode,
    action: 'Get many projects',
    mistake: () => ({ password: 'not-the-password' }),
  },
  dataPlatformUploadTokenApi: {
    page: 'upload-token-api',
    node: confFilesNode,
    action: 'Get many files',
    // Nothing listens there.
    mistake: () => ({ localAddress: 'http://127.0.0.1:9' }),
  },
  dataPlatformKubernetesApi: {
    page: 'kubernetes-api',
    node: settingsNode,
    action: 'Check cluster nodes',
    label: 'Data Platform Kubernetes API',
    mistake: () => ({ token: 'not-a-token' }),
  },
} satisfies Record<string, Shown>;

/** Opens a credential of its own that leads to the sandbox, after its test; gives its ID. @param data what differs in it */
async function openCredential(
  editor: Editor,
  running: Running,
  type: keyof typeof CREDENTIALS,
  data: object = {},
): Promise<string> {
  const { node, action, label }: Shown = CREDENTIALS[type];
  const filled = credentialsFor(running.sandbox).find((one) => one.type === type);
  const name = 'My platform';
  const all = { ...filled?.data, ...data };
  const id = await running.api.saveCredential({ name, type, data: all });
  await editor.newWorkflow();
  await editor.creator.add(search, node, action);
  await editor.credential.choose(name, label);
  await editor.credential.test();
  return id;
}

const TYPES = Object.keys(CREDENTIALS) as Array<keyof typeof CREDENTIALS>;

/** Each credential filled in, and with a test that failed. */
export const credentialPictures = TYPES.flatMap((type) => {
  const { page, mistake } = CREDENTIALS[type];
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
        await openCredential(editor, running, type, mistake());
        await editor.page.getByText('More details').click();
      },
    },
  ];
});
