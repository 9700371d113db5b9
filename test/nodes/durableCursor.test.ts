import type { IDataObject } from 'n8n-workflow';
import { pollNode } from '../support/engine/poll';
import { PROJECT_IDS } from '../../sandbox';
import { sandboxForEachTest } from '../support/testSandbox';
import { triggerNode } from './ConfFilesTrigger/support';
import { projectsTrigger } from './ProjectsTrigger/support';

/** With n8n's scheduler, the state of a trigger is in n8n's database: what a poll leaves counts where n8n takes its result. */

let now = Date.now();
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => now));
afterEach(() => void jest.restoreAllMocks());
const sandbox = sandboxForEachTest({ seedRuns: false, clock: () => now });

interface Trigger {
  node: () => Parameters<typeof pollNode>[0];
  /** Makes something happen that the trigger returns with this identity. */
  happen: (name: string) => string | undefined;
  identity: string;
}

const TRIGGERS: Record<string, Trigger> = {
  'Projects Trigger': {
    node: () => projectsTrigger(sandbox, { events: ['runStarted'] }),
    happen(name) {
      const job = sandbox.store.addJob({ projectId: PROJECT_IDS.retail, name });
      return sandbox.store.startRun(job.id)?.id;
    },
    identity: 'runId',
  },
  'Conf Files Trigger': {
    node: () => triggerNode(sandbox, { events: ['fileCreated'] }),
    happen(name) {
      sandbox.confFiles.write(`/${name}`, name);
      return `/${name}`;
    },
    identity: 'path',
  },
};

describe.each(Object.entries(TRIGGERS))('%s', (_name, { node, happen, identity }) => {
  const poll = async (staticData: IDataObject, credentials = node().credentials) => {
    now += 60_000;
    const { json } = await pollNode({ ...node(), credentials, staticData, hasDurableCursor: true });
    return json.map((item) => item[identity]);
  };
  const passwordless = () => {
    const [[type = '', data] = []] = Object.entries(node().credentials);
    return { [type]: { ...data, password: 'wrong', localAddress: 'http://127.0.0.1:1' } };
  };

  test('reports each event once, from the state that n8n keeps', async () => {
    const state: IDataObject = {};
    expect(await poll(state)).toEqual([]);
    const first = happen('first');
    expect(await poll(state)).toEqual([first]);
    expect(await poll(state)).toEqual([]);
    const second = happen('second');
    expect(await poll(JSON.parse(JSON.stringify(state)) as IDataObject)).toEqual([second]);
  });

  test('reports again what n8n did not take', async () => {
    const state: IDataObject = {};
    await poll(state);
    const event = happen('first');
    expect(await poll(structuredClone(state))).toEqual([event]);
    expect(await poll(state)).toEqual([event]);
  });

  test('leaves the state where a poll fails', async () => {
    const state: IDataObject = {};
    await poll(state);
    const before = structuredClone(state);
    const event = happen('first');
    await expect(poll(state, passwordless())).rejects.toThrow();
    expect(state).toEqual(before);
    expect(await poll(state)).toEqual([event]);
  });

  test('takes over the state that n8n kept before', async () => {
    const state: IDataObject = {};
    now += 60_000;
    await pollNode({ ...node(), staticData: state });
    const event = happen('first');
    expect(await poll(state)).toEqual([event]);
  });
});
