import { validateNodeCredentials, type INode, type INodeType } from 'n8n-workflow';
import { ActiveTrigger } from '../../support/engine/activeTrigger';
import { readBinary } from '../../support/engine/binaryData';
import { loadPackage } from '../../support/engine/nodeTypes';
import { pollNode, type PollQuestion } from '../../support/engine/poll';
import { clusterCredentials, CONF_FILES_NODE } from '../ConfFiles/support';
import { CONF_FILES_TRIGGER, sandboxWithFiles, told, triggerNode } from './support';

const sandbox = sandboxWithFiles('/a', '/sub/b', '/sub/deep/c');

function throughCluster(parameters: object = {}): PollQuestion {
  return {
    ...triggerNode(sandbox, { readThrough: 'cluster', ...parameters }),
    credentials: clusterCredentials(sandbox),
  };
}

test('changes are emitted through the cluster, with their content', async () => {
  const trigger = new ActiveTrigger(throughCluster({ download: true }));
  await trigger.activate();
  sandbox.confFiles.write('/sub/100% new#?.txt', 'new');
  sandbox.confFiles.write('/a', 'other');
  sandbox.confFiles.remove('/sub/deep/c');
  const poll = await trigger.poll();
  expect(told(poll).sort()).toEqual([
    'fileCreated /sub/100% new#?.txt',
    'fileDeleted /sub/deep/c',
    'fileUpdated /a',
  ]);
  const { binary } = poll.items?.find(({ json }) => json.event === 'fileCreated') ?? {};
  expect(String(await readBinary(binary?.data?.id))).toBe('new');
  expect((await trigger.poll()).items).toBeUndefined();
  const { confList = 0, confRetrieve = 0, clusterProxy } = sandbox.stats.byOperation;
  expect(confList + confRetrieve).toBe(clusterProxy);
});

test('what is known stays known when the way to the files changes', async () => {
  const { uploadCredentials: credential } = sandbox;
  const credentials = clusterCredentials(sandbox, { credential });
  const trigger = new ActiveTrigger({ ...throughCluster(), credentials });
  await trigger.activate({ readThrough: 'localAddress' });
  sandbox.confFiles.write('/new', 'new');
  expect(told(await trigger.activate({ readThrough: 'cluster' }))).toEqual(['fileCreated /new']);
});

test('a poll that the API server refuses fails, and no file is reported as deleted', async () => {
  const staticData = {};
  await pollNode({ ...throughCluster(), staticData });
  sandbox.confFiles.write('/new', 'new');
  sandbox.cluster.forbidden.add('services/proxy');
  const failing = pollNode({ ...throughCluster(), staticData });
  await expect(failing).rejects.toThrow(/^The API server did not list \/.*HTTP 403/);
  sandbox.cluster.forbidden.delete('services/proxy');
  expect(told(await pollNode({ ...throughCluster(), staticData }))).toEqual(['fileCreated /new']);
});

test('a page, which the API server would change, is reported without its content and stops nothing', async () => {
  const trigger = new ActiveTrigger(throughCluster({ download: true }));
  await trigger.activate();
  sandbox.confFiles.write('/page.html', '<HTML><A HREF=/x>y</A></HTML>');
  sandbox.confFiles.write('/other', 'x');
  const poll = await trigger.poll();
  expect(told(poll)).toEqual(['fileCreated /page.html', 'fileCreated /other']);
  expect(poll.items?.map(({ binary }) => binary !== undefined)).toEqual([false, true]);
  expect(poll.warnings).toEqual([
    expect.stringMatching(
      /^[^:]+: The API server would change the HTML file \/page\.html.*without its content/,
    ),
  ]);
  expect((await trigger.poll()).items).toBeUndefined();
});

describe('n8n publishes a workflow', () => {
  // As n8n saves nodes: without what equals a default.
  const issuesOf = async (type: string, parameters: INode['parameters'], credentials: object) => {
    const { nodeTypes } = await loadPackage();
    const node = { name: 'Node', type, typeVersion: 1, parameters, credentials } as never as INode;
    const issues = validateNodeCredentials(node, nodeTypes.getByName(type) as INodeType);
    return issues.map(({ credentialName }) => credentialName);
  };
  const UPLOAD_TOKEN = { dataPlatformUploadTokenApi: { id: '1', name: 'any' } };

  test.each([
    [CONF_FILES_NODE, {}, UPLOAD_TOKEN, []],
    [CONF_FILES_NODE, {}, {}, ['dataPlatformUploadTokenApi']],
    [CONF_FILES_TRIGGER, {}, UPLOAD_TOKEN, []],
    [CONF_FILES_TRIGGER, {}, {}, ['dataPlatformUploadTokenApi']],
    [CONF_FILES_TRIGGER, { readThrough: 'cluster' }, UPLOAD_TOKEN, ['dataPlatformKubernetesApi']],
  ])('whose node %s %j with %j lacks %j', async (type, parameters, credentials, lacks) => {
    expect(await issuesOf(type, parameters, credentials)).toEqual(lacks);
  });
});
