import { credentialsFor, type Running } from '../../start/bringUp';
import { confFilesNode, projectsNode, search, settingsNode } from './check';
import type { Editor } from './editor';

/** A page below docs/credentials, and how its pictures come about. */
interface CredentialPage {
  page: string;
  type: string;
  node: string;
  action: string;
  /** What n8n calls the credential, where the node takes several. */
  label?: string;
  /** What some of the fields hold in the picture of a failed test. */
  mistake(baseUrl: string): Record<string, string>;
}

const pages: CredentialPage[] = [
  {
    page: 'platform-api',
    type: 'dataPlatformApi',
    node: projectsNode,
    action: 'Get many projects',
    // Its test says what it understood of the address of a page.
    mistake: (baseUrl) => ({
      baseUrl: `${baseUrl}/projects/platform/1/`,
      platformId: '',
      password: 'not-the-password',
    }),
  },
  {
    page: 'upload-token-api',
    type: 'dataPlatformUploadTokenApi',
    node: confFilesNode,
    action: 'Get many files',
    // Nothing listens there.
    mistake: () => ({ localAddress: 'http://127.0.0.1:9' }),
  },
  {
    page: 'kubernetes-api',
    type: 'dataPlatformKubernetesApi',
    node: settingsNode,
    action: 'Check cluster nodes',
    label: 'Data Platform Kubernetes API',
    mistake: () => ({ token: 'not-a-token' }),
  },
];

/** Each credential empty, filled in, and with a test that failed. */
export const credentialPictures = pages.flatMap(({ page, type, node, action, label, mistake }) => {
  const open = async (editor: Editor) => {
    await editor.newWorkflow();
    await editor.creator.add(search, node, action);
  };
  const openWith = async (editor: Editor, running: Running, data: object) => {
    const filled = credentialsFor(running.sandbox).find((one) => one.type === type);
    const name = 'My platform';
    await running.api.saveCredential({ name, type, data: { ...filled?.data, ...data } });
    await open(editor);
    await editor.credential.choose(name, label);
    await editor.credential.test();
  };
  return [
    {
      name: `${page}-empty`,
      take: async (editor: Editor) => {
        await open(editor);
        await editor.credential.create();
      },
    },
    {
      name: page,
      take: async (editor: Editor, running: Running) => await openWith(editor, running, {}),
    },
    {
      name: `${page}-failed`,
      take: async (editor: Editor, running: Running) => {
        await openWith(editor, running, mistake(running.sandbox.baseUrl));
        await editor.credential.showTestDetails();
      },
    },
  ];
});
